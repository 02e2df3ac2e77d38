/** What holders let their accountants and lawyers read: invited, listed, ended. */

import { randomBytes } from "node:crypto";
import type { delegations } from "@portico/api/delegations.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import {
  type DelegatedPart,
  delegationMaxDays,
  invitationDays,
  maxDelegations,
} from "@portico/api/rules/delegations.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { sha256 } from "../../http/session.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { firmDay } from "../settings/firm-day.ts";
import { invitationMail } from "./delegations.mails.ts";
import { refusalToChange } from "./delegations.policy.ts";
import {
  type DelegationRecord,
  findAddress,
  findDelegateIds,
  insertDelegation,
  listDelegations,
  listOpenAddresses,
  listShares,
  lockInvitations,
  lockOfDelegate,
  lockOfHolder,
  setEnded,
} from "./delegations.queries.ts";

type Invitation = { email: string; parts: readonly DelegatedPart[]; validTo: string; language: Language };

export const recordedOf = ({ id, email, parts, valid_to }: DelegationRecord) => ({
  delegation: id,
  email,
  parts: parts.join(", "),
  validTo: valid_to,
});

/** Whom the holder lets read what, the newest first. */
export async function listHolderDelegations(
  context: Context,
  holder: Holder,
): Promise<Answer<(typeof delegations)["list"]>> {
  const rows = await listDelegations(context.db, holder);
  const ids = new Set(rows.flatMap(({ delegate_id, made_by, ended_by }) => [delegate_id, made_by, ended_by]));
  const names = await getUserNames(
    context.db,
    [...ids].filter((id) => id !== null),
  );
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    delegations: rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: nameOf(row.delegate_id),
      parts: row.parts,
      validTo: row.valid_to,
      state: row.state,
      invitedUntil: row.invited_until.toISOString(),
      madeAt: row.made_at.toISOString(),
      madeBy: nameOf(row.made_by) ?? "",
      acceptedAt: row.accepted_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      endedBy: nameOf(row.ended_by),
      undeliveredAt: row.undelivered_at?.toISOString() ?? null,
      lookedAt: row.looked_at?.toISOString() ?? null,
    })),
    can: canOf({ change: refusalToChange(requireViewer(context), holder) }),
  };
}

function refuseFields(faults: readonly (readonly [path: string, code: FieldCode] | false | undefined)[]): void {
  const fields = faults.flatMap((fault) => (fault ? [{ path: fault[0], code: fault[1] }] : []));
  if (fields.length > 0) throw new Refusal("badInput", { fields });
}

/**
 * Invites somebody by mail. `badInput` for a day that is past or too far ahead, and for an address of the holder's own people, of
 * staff, or of somebody who is invited or has access already.
 */
export async function inviteDelegate(
  context: Context,
  holder: Holder,
  invitation: Invitation,
): Promise<{ id: number }> {
  const viewer = requireViewer(context);
  enforce(refusalToChange(viewer, holder));
  const { email, validTo, language } = invitation;
  const parts = [...new Set(invitation.parts)];
  const { today } = await firmDay(context.db, context.now());
  refuseFields([
    validTo < today && ["validTo", "inPast"],
    validTo > addDays(today, delegationMaxDays) && ["validTo", "tooFarAhead"],
  ]);
  const secret = randomBytes(32).toString("base64url");
  const link = new URL(`/${language}/invitation`, context.config.publicUrl);
  // Never sent to the server: it stays out of logs.
  link.hash = secret;
  return transact(context, async (tx) => {
    await lockInvitations(tx, holder);
    const known = await findAddress(tx, holder, email);
    const open = await listOpenAddresses(tx, holder);
    refuseFields([
      known?.is_own && ["email", "ownAddress"],
      known?.is_staff && !known.is_own && ["email", "staffAddress"],
      open.includes(email) && ["email", "hasAccess"],
    ]);
    if (open.length >= maxDelegations) throw new Refusal("tooManyRequests", { retryAfter: 3600 });
    const id = await insertDelegation(tx, {
      holder,
      email,
      parts,
      validTo,
      language,
      tokenHash: sha256(secret),
      madeBy: viewer.userId,
    });
    await tx.mail({
      to: email,
      language,
      template: invitationMail,
      delegation: id,
      params: { name: "", link: link.href, parts, validTo, invitedUntil: addDays(today, invitationDays) },
    });
    tx.audit("delegation.invited", holder, { after: { delegation: id, email, parts: parts.join(", "), validTo } });
    tx.emit("delegation", holder);
    return { id };
  });
}

/** Ends what is not over. Whoever reads by it is refused from their next call on. */
async function endDelegation(tx: Tx, row: DelegationRecord | undefined, userId: number, by: "holder" | "delegate") {
  if (!row) throw new Refusal("notFound");
  if (row.state === "over" || row.state === "lapsed") throw new Refusal("stateConflict");
  await setEnded(tx, row.id, userId);
  const holder = holderOf(row);
  tx.audit("delegation.ended", holder, { after: { ...recordedOf(row), by } });
  tx.emit("delegation", holder);
  if (row.delegate_id !== null) tx.rightsChanged({ userIds: [row.delegate_id], companyIds: [] });
}

/** By one of the holder's people. Ending it again changes nothing. */
export const endByHolder = (context: Context, holder: Holder, id: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    enforce(refusalToChange(viewer, holder));
    const row = await lockOfHolder(tx, holder, id);
    if (row?.state !== "ended") await endDelegation(tx, row, viewer.userId, "holder");
    return { done: true };
  });

/** By the delegate, who gives the access back; the holder is told. */
export const endByDelegate = (context: Context, userId: number, id: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const row = await lockOfDelegate(tx, userId, id);
    if (row?.state === "ended") return { done: true };
    await endDelegation(tx, row, userId, "delegate");
    if (row)
      await tx.notify(holderOf(row), {
        type: "delegate_ended",
        params: { account: requireViewer(context).name },
        target_id: row.id,
      });
    return { done: true };
  });

/** What others let the person read today. */
export async function listOwnShares({ db }: Pick<Context, "db">, userId: number) {
  const rows = await listShares(db, userId);
  return rows.map(({ id, name, parts, valid_to, ...row }) => ({
    id,
    ...holderOf(row),
    name,
    parts,
    validTo: valid_to,
  }));
}

/** Who may read this part of the holder's today. */
export const listDelegateIds = findDelegateIds;
