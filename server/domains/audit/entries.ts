/** The audit log as administrators look through it. */
import type { AuditedEntry, audit } from "@portico/api/audit.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getCompanyNames, getUserNames } from "../holders/holders.ts";
import { type FoundEntry, findEntries, findRequestHolders, placeOf } from "./entries.queries.ts";
import { holderOfText, readFilter, recordLook } from "./filter.ts";
import { readChainState } from "./state.ts";

type Calls = typeof audit;
const order = "audit";

/** One page, newest first. The look is recorded. */
export async function listEntries(
  context: Context,
  { cursor, limit, ...asked }: Parsed<Calls["list"]>["query"],
): Promise<Answer<Calls["list"]>> {
  const { db } = context;
  const filter = await readFilter(context, asked);
  const [{ rows, nextCursor }, chain] = await Promise.all([
    readPage(
      { cursor, limit, order, key: "moment" },
      (start) => findEntries(db, filter, start),
      (row) => [row.at, placeOf(row)],
    ),
    readChainState(db),
  ]);
  const entries = await nameEntries(db, rows);
  await recordLook(context, asked);
  return { entries, nextCursor, chain };
}

interface Actor {
  userId?: number;
  keyId?: number;
  key?: string;
  system?: string;
}
const actorOf = (actor: unknown): Actor => (actor ?? {}) as Actor;

/** Whom each entry is about, if it is a holder's. */
async function findHolders(db: Db, rows: readonly FoundEntry[]): Promise<(row: FoundEntry) => Holder | undefined> {
  const requestIds = rows.flatMap(({ subject_type: type, subject_id: id }) =>
    type === "transactionRequest" ? [Number(id)] : [],
  );
  const requests = new Map(
    (await findRequestHolders(db, [...new Set(requestIds)])).map(({ id, holder_type: type, holder_id: holderId }) => [
      id,
      { holderType: type as Holder["holderType"], holderId },
    ]),
  );
  return ({ subject_type: type, subject_id: id }) =>
    type === "transactionRequest" ? requests.get(Number(id)) : holderOfText(`${type}/${id}`);
}

async function nameEntries(db: Db, rows: readonly FoundEntry[]): Promise<AuditedEntry[]> {
  const holderOf = await findHolders(db, rows);
  const holders = rows.map(holderOf).filter((holder) => holder !== undefined);
  const idsOf = (type: Holder["holderType"]) =>
    holders.flatMap(({ holderType, holderId }) => (holderType === type ? [holderId] : []));
  const actors = rows.flatMap(({ actor }) => actorOf(actor).userId ?? []);
  const [users, companies] = await Promise.all([
    getUserNames(db, [...new Set([...actors, ...idsOf("user")])]),
    getCompanyNames(db, [...new Set(idsOf("company"))]),
  ]);
  const nameOf = ({ holderType, holderId }: Holder): string =>
    (holderType === "user" ? users : companies).get(holderId) ?? "";
  return rows.map((row) => toEntry(row, { users, nameOf, holder: holderOf(row) }));
}

function toEntry(
  row: FoundEntry,
  {
    users,
    nameOf,
    holder,
  }: { users: ReadonlyMap<number, string>; nameOf: (holder: Holder) => string; holder: Holder | undefined },
): AuditedEntry {
  const { userId, keyId, key, system } = actorOf(row.actor);
  const named = holder && { holder_type: holder.holderType, holder_id: holder.holderId, name: nameOf(holder) };
  return {
    chain: row.chain,
    position: row.position,
    at: row.at.toISOString(),
    action: row.action,
    actor: {
      id: userId ?? null,
      name: userId === undefined ? null : (users.get(userId) ?? ""),
      key: keyId === undefined ? null : { id: keyId, name: key ?? "" },
      system: system ?? null,
    },
    subject: {
      type: row.subject_type,
      id: row.subject_id,
      name: holderOfText(`${row.subject_type}/${row.subject_id}`) && named ? named.name : null,
      holder: named ?? null,
    },
    before: row.before,
    after: row.after,
    address: row.address,
    requestId: row.request_id,
    erasedAt: row.erased_at?.toISOString() ?? null,
  };
}
