/** Lists of accounts: those that are somebody's, and numbers of files that nobody has. */
import { custodians as calls } from "@portico/api/custodians.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { normalNumber } from "@portico/api/rules/custodians.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { listAccountRows, listUnknownRows, recordUnknown, type SeenAccount } from "./account-lists.queries.ts";
import { refusalToEndAccount, refusalToLink } from "./custodians.policy.ts";

export { countUnknown } from "./account-lists.queries.ts";

const accountOrder = "newest";

/** Accounts, those linked last first. */
export async function listAccounts(
  context: Context,
  { cursor, limit, custodian, holder_type, holder_id, number }: Parsed<typeof calls.listAccounts>["query"],
): Promise<Answer<typeof calls.listAccounts>> {
  const viewer = requireViewer(context);
  const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: accountOrder },
    (start) =>
      listAccountRows(context.db, {
        custodian,
        holder,
        number: number === undefined ? undefined : normalNumber(number),
        before: start.after?.id,
        limit: start.limit,
      }),
    ({ id }) => ["", id],
  );
  return {
    accounts: rows.map(({ custodian_id, holder_type: type, holder_id: of, holder_name, ...row }) => {
      const own = type !== null && of !== null ? { holderType: type, holderId: of } : null;
      const refusal = own && refusalToLink(viewer, own);
      return {
        ...row,
        custodian: { id: custodian_id, name: row.custodian },
        holder: own && { holder_type: own.holderType, holder_id: own.holderId, name: holder_name ?? "" },
        linked_at: row.linked_at.toISOString(),
        first_seen_at: row.first_seen_at?.toISOString() ?? null,
        ended_at: row.ended_at?.toISOString() ?? null,
        can: canOf({
          change: refusal ?? staffVerdict(viewer, calls.linkAccount),
          end: refusal ?? refusalToEndAccount(viewer, row),
        }),
      };
    }),
    nextCursor,
  };
}

const unknownOrder = "seen";

/** Numbers that nobody has, last seen first. */
export async function listUnknownAccounts(
  { db }: Context,
  { cursor, limit }: Parsed<typeof calls.listUnknownAccounts>["query"],
): Promise<Answer<typeof calls.listUnknownAccounts>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: unknownOrder, key: "moment" },
    (start) => listUnknownRows(db, { after: start.after, limit: start.limit }),
    ({ last_seen_at, id }) => [last_seen_at, id],
  );
  return {
    accounts: rows.map(({ custodian_id, custodian, first_seen_at, last_seen_at, ...row }) => ({
      ...row,
      custodian: custodian_id === null ? null : { id: custodian_id, name: custodian ?? "" },
      first_seen_at: first_seen_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    })),
    nextCursor,
  };
}

/** Most numbers of one file that are recorded: a file of strangers is not a list to work off. */
const mostRecorded = 1000;

/** Records the accounts of a file that nobody has, with how many entries it has of each. */
export async function recordUnknownAccounts(
  tx: Tx,
  seen: readonly SeenAccount[],
  file: { custodianId: number | null; name: string; sha256: Buffer; importId: number },
): Promise<void> {
  const byNumber = new Map(seen.map((one) => [normalNumber(one.number), one.entries]));
  const recorded = [...byNumber].slice(0, mostRecorded).map(([number, entries]) => ({ number, entries }));
  await recordUnknown(tx, recorded, file);
  if (recorded.length > 0) tx.emit("custodians:changed", {});
}
