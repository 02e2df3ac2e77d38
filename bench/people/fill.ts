/** Fills an empty database with a firm of any size: people, companies, forms and staff work. Set-based. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import type { ConnectionSettings } from "../../server/database/connect.ts";
import { deskSql } from "./desk.ts";
import { formsSql } from "./forms.ts";
import { holdersSql } from "./holders.ts";
import { domains, givenNames, stems, suffixes } from "./names.ts";
import { papersSql } from "./papers.ts";
import type { Size } from "./size.ts";
import { staffWorkSql } from "./staff-work.ts";
import { generateWords, wrongWords } from "./texts.ts";

/** Secondary indexes are created after the rows, as in a restore. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text in ('app_user', 'company', 'representation', 'form_revision', 'audit_entry', 'notification',
       'session', 'sign_in', 'proposal', 'form_waiting', 'distribution_group_member', 'holder_account',
       'stored_file', 'document', 'document_version', 'document_text', 'contract', 'contract_signature',
       'ticket', 'ticket_comment', 'chat', 'chat_message', 'chat_reading')
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

/** Seconds taken. Foreign keys are not checked: every id comes from the table it refers to. */
export async function fillPeople(superuser: ConnectionSettings, size: Size): Promise<number> {
  const before = performance.now();
  const client = new pg.Client({ ...superuser });
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB';
     set work_mem = '256MB'; select setseed(0.42)`,
  );
  // Random values are the same in each run: every statement uses the same seed in one process.
  await client.query("set max_parallel_workers_per_gather = 0");
  await client.query("create schema bench");
  await client.query("create table bench.word (kind text, number int, word text, primary key (kind, number))");
  const words = {
    given: givenNames,
    surname: stems.flatMap((stem) => suffixes.map((suffix) => stem + suffix)),
    domain: domains,
  };
  for (const [kind, list] of Object.entries(words))
    await client.query(
      "insert into bench.word select $1, n - 1, word from unnest($2::text[]) with ordinality as w(word, n)",
      [kind, list],
    );
  await client.query(generateWords(false));
  await withoutIndexes(client, async () => {
    for (const { text, values } of [
      ...holdersSql(size),
      ...formsSql(randomBytes(300)),
      ...staffWorkSql(size),
      ...papersSql(size),
      ...deskSql(size),
    ])
      await client.query(text, values);
  });
  await client.query(generateWords(true));
  const { rows } = await client.query<{ wrong: number }>(wrongWords);
  if (Number(rows[0]?.wrong) !== 0) throw new Error("words of texts are not those that the portal would generate");
  await client.query("vacuum analyze");
  await client.end();
  return (performance.now() - before) / 1000;
}
