/** Invitations of colleagues: made, mailed again, taken back. The link is that of a new password, and so works once. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { invitations as calls, StaffInvitation } from "@portico/api/invitations.ts";
import type { Language } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { endProposalAbout } from "../proposals/ended-rights.ts";
import { randomValue } from "../sessions/keys.ts";
import { endOutstanding } from "../sessions/outstanding.ts";
import { openReset } from "../sessions/passwords/new-password.ts";
import { hashPassword } from "../sessions/passwords/passwords.ts";
import { setRole } from "../users/staff.ts";
import { createUser } from "../users/users.ts";
import { invitationMail } from "./invitations.mails.ts";
import { refusalToChange, stateOf } from "./invitations.policy.ts";
import { insertInvitation, listInvitations, lockInvitation, markRevoked, prolong } from "./invitations.queries.ts";

/** For as long as the mailed link works. */
const days = 3;

export async function readInvitations({ db, now }: Context): Promise<Answer<typeof calls.list>> {
  return (await listInvitations(db)).map((row) => {
    const state = stateOf(row, now());
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as StaffInvitation["role"],
      roleWaits: state !== "revoked" && row.given === "client",
      invitedBy: row.invitedBy,
      invitedAt: row.invitedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      state,
    };
  });
}

/**
 * Makes the account, gives or proposes its role, and mails the link, all or nothing. `emailInUse` for the address of any account, a
 * client's too; `tooFewAdmins` if nobody could confirm an administrator.
 */
export async function invite(
  context: Context,
  { email, name, role, language, reason }: Parsed<typeof calls.invite>["body"],
): Promise<{ id: number; proposalId: number | null }> {
  // Nobody knows it: the account opens by the mailed link alone.
  const passwordHash = await hashPassword(randomValue());
  return transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const id = await createUser(tx, {
      email,
      name,
      phone: null,
      passwordHash,
      role: "client",
      state: "preKYC",
      preferences: { language },
      confirmed: false,
    });
    await insertInvitation(tx, { userId: id, email, role, language, invitedBy: viewer.userId, days });
    tx.audit("staff.invited", id, { after: { email, role, reason } });
    const { proposalId } = await setRole({ ...context, db: tx }, id, { role, reason });
    await mailLink(tx, context, { id, email, name, language });
    return { id, proposalId };
  });
}

async function mailLink(
  tx: Tx,
  context: Context,
  { id, email, name, language }: { id: number; email: string; name: string; language: Language },
): Promise<void> {
  const link = await openReset(tx, context.config.publicUrl, { id, email, language }, days * 24);
  await tx.mail({
    to: email,
    language,
    template: invitationMail,
    params: { name, by: requireViewer(context).name, link, days },
  });
}

async function lockOpen(tx: Tx, context: Context, userId: number) {
  const row = await lockInvitation(tx, userId);
  if (!row) throw new Refusal("notFound");
  enforce(refusalToChange(row, context.now()));
  return row;
}

/** Mails a new link; earlier ones work no longer. `stateConflict` once it is accepted or taken back. */
export const repeatInvitation = (context: Context, userId: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const row = await lockOpen(tx, context, userId);
    await endOutstanding(tx, userId);
    await prolong(tx, userId, days);
    await mailLink(tx, context, { id: userId, email: row.email, name: row.name, language: row.language as Language });
    tx.audit("staff.invitationRepeated", userId, { after: { email: row.email } });
    return { done: true };
  });

/** Takes it back: the link works no longer, and the account is disabled. `stateConflict` once it is accepted. */
export const revokeInvitation = (context: Context, userId: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const row = await lockOpen(tx, context, userId);
    await endOutstanding(tx, userId);
    await markRevoked(tx, userId, requireViewer(context).userId);
    tx.audit("staff.invitationRevoked", userId, { before: { email: row.email, role: row.role } });
    await endProposalAbout(tx, userId, "setRole");
    tx.rightsChanged({ userIds: [userId], companyIds: [] });
    return { done: true };
  });
