/** Makes commits fail after the rest of a transaction succeeded, to detect messages sent too early. */
import { Client } from "pg";
import { onTestFinished } from "vitest";
import type { TestApp } from "./app.ts";

/**
 * Until the test ends, a transaction that inserts or updates a row of the table for which the condition (on `new`)
 * holds fails at its commit.
 */
export async function failAtCommit({ database }: TestApp, table: string, condition: string): Promise<void> {
  const owner = new Client(database.owner);
  await owner.connect();
  await owner.query(`
    create function refuse_commit() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create constraint trigger refuse_commit after insert or update on ${table} deferrable initially deferred
      for each row when (${condition}) execute function refuse_commit()`);
  onTestFinished(async () => {
    await owner.query("drop function refuse_commit cascade");
    await owner.end();
  });
}
