/** Every row has the holder of the record that it belongs to, from the beginning and for good; also rows of older builds. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { Client, escapeIdentifier } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownedBy } from "../../kernel/holder-of.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { listMixedHolders } from "../../testing/holders.ts";
import { clientWithEverything, companyWithEverything } from "./testing/ended.ts";

let app: TestApp;
let holder: Holder;
let owner: Client;
/** Tables whose rows get the holder from another one, and all tables whose rows keep theirs. */
let children: string[];
let keeping: string[];

const tablesWith = async (trigger: string): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = ${trigger} order by 1`.execute(
      app.database.db,
    )
  ).rows.map(({ name }) => name);

beforeAll(async () => {
  app = await createTestApp();
  const office = await app.as("office");
  const made = await clientWithEverything(app, office);
  holder = made.holder;
  await companyWithEverything(app, office);
  const params = holder;
  await made.client.client.chats.showPresence({ params, body: {} });
  const content = Buffer.from("%PDF-1.7 only the beginning");
  const { id } = await made.client.client.uploads.create({ params, body: { fileName: "a.pdf", size: 1000 } });
  await app.database.db
    .insertInto("upload_fragment")
    .values({ ...ownedBy(holder), upload_id: id, start: 0, size: content.length, sha256: Buffer.alloc(32) })
    .execute();
  owner = new Client(app.database.owner);
  await owner.connect();
  children = await tablesWith("set_holder");
  keeping = await tablesWith("keep_holder");
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

test("rows that refer to each other have the same holder", async () => {
  expect(await listMixedHolders(app.database.db)).toEqual([]);
});

test("no row changes its holder", async () => {
  expect(keeping).toEqual(expect.arrayContaining([...children, "ticket", "chat", "document", "upload", "contract"]));
  for (const table of keeping) {
    const update = (set: string) =>
      owner.query(`update ${table} set ${set} where ctid = (select ctid from ${table} limit 1)`);
    await expect(update("holder_id = holder_id + 1"), table).rejects.toMatchObject({ code: "23514" });
    await expect(update("holder_type = 'other'"), table).rejects.toMatchObject({ code: "23514" });
    expect((await update("holder_id = holder_id")).rowCount, table).toBe(1);
  }
});

test("a row of an older build gets the holder; another holder than that of its record is refused", async () => {
  expect(children).toHaveLength(16);
  await owner.query("set idle_in_transaction_session_timeout = 0; begin");
  // The rows are made again, while others refer to them.
  await owner.query(`do $$ declare one record; begin
    for one in select conrelid::regclass as of, conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    loop execute format('alter table %s drop constraint %I', one.of, one.conname); end loop; end $$`);
  for (const table of children) {
    const { rows } = await owner.query<{ name: string }>(
      `select attname::text as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname not like 'holder%'`,
      [table],
    );
    const columns = rows.map(({ name }) => escapeIdentifier(name)).join(", ");
    const take = async () =>
      (
        await owner.query(
          `delete from ${table} t where ctid = (select ctid from ${table} limit 1) returning to_jsonb(t) as row`,
        )
      ).rows[0]?.row;
    const row = await take();
    const insert = (holderColumns: string, of: object) =>
      owner.query(
        `insert into ${table} (${columns}${holderColumns}) overriding system value
         select ${columns}${holderColumns} from jsonb_populate_record(null::${table}, $1)
         returning holder_type, holder_id::int`,
        [JSON.stringify(of)],
      );
    const { holder_type, holder_id } = row;
    expect((await insert("", row)).rows, table).toEqual([{ holder_type, holder_id }]);
    await owner.query(`delete from ${table}`);
    await owner.query("savepoint before");
    for (const wrong of [{ holder_id: holder_id + 1 }, { holder_type: "other" }, { holder_type: null }]) {
      const refused = insert(", holder_type, holder_id", { ...row, ...wrong });
      await expect(refused, table).rejects.toMatchObject({ code: "23514" });
      await owner.query("rollback to before");
    }
    expect((await insert(", holder_type, holder_id", row)).rowCount, table).toBe(1);
  }
  await owner.query("rollback");
});

test("a row of no record is refused as before", async () => {
  const lost = sql`insert into ticket_watcher (ticket_id, user_id) values (0, 1)`.execute(app.database.db);
  await expect(lost).rejects.toMatchObject({ code: "23503" });
});
