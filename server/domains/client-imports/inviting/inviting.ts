/** Invitations of clients who were brought in: queued, mailed so many in an hour, taken back, sent to a corrected address. */
import type { ClientInvitation, clientImports } from "@portico/api/client-imports.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type Language, languages } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { isDuplicate } from "../../../kernel/database-errors.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getFirmDocuments } from "../../content/documents.ts";
import { missingDocuments } from "../../content/registration.ts";
import { endOutstanding } from "../../sessions/outstanding.ts";
import { getSetting } from "../../settings/settings.ts";
import { inviteJob } from "../client-imports.jobs.ts";
import {
  countInvitations,
  findInvitation,
  type InvitationRow,
  listInvitationRows,
  lockOpen,
  lockUnaccepted,
  markWaiting,
  queueInvitations,
  updateEmail,
  type Whom,
} from "./inviting.queries.ts";

type Calls = typeof clientImports;

export const languageOf = (stored: string | null): Language => languages.find((one) => one === stored) ?? "en";

function present(row: InvitationRow): ClientInvitation {
  return {
    ...row,
    language: languageOf(row.language),
    sentAt: row.sentAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    signedInAt: row.signedInAt?.toISOString() ?? null,
    askedAt: row.askedAt?.toISOString() ?? null,
  };
}

export async function listClientInvitations(
  { db }: Context,
  { cursor, limit, ...filter }: Parsed<Calls["listInvitations"]>["query"],
): Promise<Answer<Calls["listInvitations"]>> {
  const [found, counts, { perHour, days }, documents] = await Promise.all([
    readPage(
      { cursor, limit, order: "name" },
      (start) => listInvitationRows(db, filter, start),
      ({ name, id }) => [name, id],
    ),
    countInvitations(db, filter.importId),
    getSetting(db, "clientInvitations"),
    getFirmDocuments(db),
  ]);
  return {
    invitations: found.rows.map(present),
    nextCursor: found.nextCursor,
    counts,
    pace: { perHour, days, missing: missingDocuments(documents) },
  };
}

/** `documentsMissing` while the firm's terms or privacy notice are not there in each language, as for registrations. */
export const inviteClients = (context: Context, whom: Whom): Promise<{ queued: number }> =>
  transact(context, async (tx) => {
    if (missingDocuments(await getFirmDocuments(tx)).length > 0) throw new Refusal("documentsMissing");
    const queued = await queueInvitations(tx, whom, requireViewer(context).userId);
    if (queued > 0) await tx.enqueue(inviteJob, {}, { key: "invite" });
    tx.emit("clientImports:changed", {});
    return { queued };
  });

/** The links that were mailed work no longer; who accepted meanwhile keeps the account. */
export const takeBackInvitations = (context: Context, whom: Whom): Promise<{ takenBack: number }> =>
  transact(context, async (tx) => {
    const ids = await lockOpen(tx, whom);
    for (const id of ids) {
      await endOutstanding(tx, id);
      tx.audit("user.invitationTakenBack", id);
    }
    await markWaiting(tx, ids);
    tx.emit("clientImports:changed", {});
    return { takenBack: ids.length };
  });

/** They wait to be invited under the new address. `stateConflict` once a password was chosen, `emailInUse` for another's address. */
export async function correctClientEmail(context: Context, userId: number, email: string): Promise<ClientInvitation> {
  await transact(context, async (tx) => {
    if (!(await findInvitation(tx, userId))) throw new Refusal("notFound");
    const before = await lockUnaccepted(tx, userId);
    if (!before) throw new Refusal("stateConflict");
    if (before.email === email) return;
    try {
      await updateEmail(tx, userId, email);
    } catch (error) {
      if (isDuplicate(error, "app_user_email_key")) throw new Refusal("emailInUse");
      throw error;
    }
    await endOutstanding(tx, userId);
    await markWaiting(tx, [userId]);
    tx.audit("user.emailCorrected", userId, { before, after: { email } });
    tx.emit("clientImports:changed", {});
  });
  return present((await findInvitation(context.db, userId)) as InvitationRow);
}
