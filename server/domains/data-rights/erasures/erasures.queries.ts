/** SQL of erasures that people ask for: what there is, and what is deleted. The deletions run under the erasing role. */
import type { ErasureClass, KeptClass } from "@portico/api/rules/data-rights.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import { ownedBy } from "../../../kernel/holder-of.ts";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

const columns = [
  "id",
  "holder_type",
  "holder_id",
  "classes",
  sql<string>`asked_on::text`.as("asked_on"),
  "reason",
  "state",
  "asked_by",
  "asked_at",
  "confirmed_by",
  "ended_at",
  "outcome",
  "refusal",
] as const;

export const insertErasure = async (
  trx: Trx,
  holder: Holder,
  asked: { classes: readonly string[]; askedOn: string; reason: string; askedBy: number },
): Promise<number> =>
  (
    await trx
      .insertInto("data_erasure")
      .values({
        ...ownedBy(holder),
        classes: [...asked.classes],
        asked_on: asked.askedOn,
        reason: asked.reason,
        state: "proposed",
        asked_by: asked.askedBy,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** The person's erasures, the newest first. */
export const listErasures = (db: Db, holder: Holder) =>
  db.selectFrom("data_erasure").select(columns).where(ofHolder(holder)).orderBy("id", "desc").execute();

export type ErasureRow = Awaited<ReturnType<typeof listErasures>>[number];

export const findErasure = (db: Db, id: number): Promise<ErasureRow | undefined> =>
  db.selectFrom("data_erasure").select(columns).where("id", "=", id).executeTakeFirst();

/** Whether one of the person is proposed or under way. */
export const isAnyOpen = async (db: Db, holder: Holder): Promise<boolean> =>
  (await db
    .selectFrom("data_erasure")
    .select("id")
    .where(ofHolder(holder))
    .where("state", "in", ["proposed", "waiting"])
    .executeTakeFirst()) !== undefined;

/** Confirms or ends a proposed one; false if it is not proposed any more. */
export async function settleErasure(
  trx: Trx,
  id: number,
  { state, by }: { state: "waiting" | "declined"; by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("data_erasure")
    .set({ state, ...(state === "waiting" && { confirmed_by: by, confirmed_at: sql<Date>`now()` }) })
    .where("id", "=", id)
    .where("state", "=", "proposed")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a confirmed one; false if another run was first. */
export async function endErasure(
  trx: Trx,
  id: number,
  ended: { outcome: Record<string, number> } | { refusal: "held" | "changed" },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("data_erasure")
    .set({
      ended_at: sql<Date>`now()`,
      ...("outcome" in ended
        ? { state: "done", outcome: JSON.stringify(ended.outcome), reason: "" }
        : { state: "refused", refusal: ended.refusal }),
    })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What decides what may be erased. */
export interface PersonFacts {
  held: boolean;
  isErased: boolean;
  /** When the relationship ended. */
  endedAt: Date | null;
  /** Nothing was submitted, signed, booked or paid, and they never worked for the firm or acted for a company. */
  neverClient: boolean;
}

/** Undefined without such a person. */
export async function findFacts(db: Db, userId: number): Promise<PersonFacts | undefined> {
  const theirs = ofHolder({ holderType: "user", holderId: userId });
  const { rows } = await sql<PersonFacts>`
    select held, erased_at is not null as "isErased", ended_at as "endedAt",
      not ever_staff and role = 'client' and state in ('preKYC', 'disabled')
        and coalesce(state_before_disabled, 'preKYC') = 'preKYC'
        and not exists (select from form_revision where ${theirs})
        and not exists (select from ledger_entry where ${theirs})
        and not exists (select from contract where ${theirs})
        and not exists (select from transaction_request where ${theirs})
        and not exists (select from holder_account where ${theirs} and client_number is not null)
        and not exists (select from representation where user_id = app_user.id)
        and not exists (select from ownership_share where user_id = app_user.id)
        and not exists (select from company where creator_id = app_user.id and records_erased_at is null)
        as "neverClient"
    from app_user where id = ${userId}`.execute(db);
  return rows[0];
}

interface Deletion {
  table: string;
  where: (userId: number) => RawBuilder<unknown>;
}

const ofUser = (userId: number): RawBuilder<unknown> => sql`user_id = ${userId}`;
/** Of sessions that are over. */
const ofEnded = (userId: number): RawBuilder<unknown> =>
  sql`user_id = ${userId} and session_id in (
    select id from session where user_id = ${userId} and (ended_at is not null or expires_at < now()))`;

/** The rows of each class that is erased apart from everything else, in the order in which they are deleted. */
const deletions: Record<Exclude<ErasureClass, "everything" | "preferences">, readonly Deletion[]> = {
  signIns: [
    { table: "failed_sign_in", where: ofUser },
    { table: "sign_in", where: ofEnded },
    { table: "challenge", where: ofEnded },
    { table: "password_reset", where: (userId) => sql`user_id = ${userId} and expires_at < now()` },
    {
      table: "session",
      where: (userId) => sql`user_id = ${userId} and (ended_at is not null or expires_at < now())
        and not exists (select from view_as where session_id = session.id)
        and not exists (select from sign_in where session_id = session.id)
        and not exists (select from challenge where session_id = session.id)`,
    },
  ],
  browsers: [{ table: "known_browser", where: ofUser }],
  draft: [{ table: "form_draft", where: (userId) => ofHolder({ holderType: "user", holderId: userId }) }],
  unsentFiles: [
    {
      table: "stored_file",
      where: (userId) => sql`${ofHolder({ holderType: "user", holderId: userId })} and kept_at is null`,
    },
  ],
};

const tables = (one: ErasureClass): readonly Deletion[] =>
  one === "everything" || one === "preferences" ? [] : deletions[one];

/** Rows of a class. */
export async function countClass(db: Db, userId: number, one: ErasureClass): Promise<number> {
  if (one === "preferences") {
    const { rows } = await sql`select from app_user where id = ${userId} and preferences <> '{}'`.execute(db);
    return rows.length;
  }
  let count = 0;
  for (const { table, where } of tables(one)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${where(userId)}`.execute(db);
    count += rows[0]?.count ?? 0;
  }
  return count;
}

/** Deletes the rows of a class, and says how many by table, and which contents they had. */
export async function eraseClass(
  trx: Trx,
  userId: number,
  one: ErasureClass,
): Promise<{ rows: Record<string, number>; contents: Buffer[] }> {
  const rows: Record<string, number> = {};
  const contents: Buffer[] = [];
  if (one === "preferences") {
    await sql`update app_user set preferences = '{}' where id = ${userId}`.execute(trx);
    rows["app_user"] = 1;
  }
  for (const { table, where } of tables(one)) {
    const gone = await sql<{ sha256: Buffer | null }>`
      delete from ${sql.table(table)} where ${where(userId)}
      returning ${table === "stored_file" ? sql`sha256` : sql`null::bytea as sha256`}`.execute(trx);
    if (gone.rows.length > 0) rows[table] = gone.rows.length;
    contents.push(...gone.rows.flatMap(({ sha256 }) => sha256 ?? []));
  }
  return { rows, contents };
}

const keptTables: Record<KeptClass, readonly string[]> = {
  identification: ["form_revision", "knowledge_attempt"],
  ledger: ["ledger_entry", "transaction_request", "report"],
  contracts: ["contract"],
  communication: ["ticket", "chat_message", "notification"],
  documents: ["document"],
  audit: [],
};

/** Rows of what is kept in spite of a request. */
export async function countKept(db: Db, userId: number, one: KeptClass): Promise<number> {
  const theirs = ofHolder({ holderType: "user", holderId: userId });
  const counted = keptTables[one].map((table) => sql`(select count(*) from ${sql.table(table)} where ${theirs})`);
  const { rows } = await sql<{ count: number }>`
    select (${
      counted.length > 0
        ? sql.join(counted, sql` + `)
        : sql`(select count(*) from audit_entry where subject_type = 'user' and subject_id = ${String(userId)})`
    })::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}
