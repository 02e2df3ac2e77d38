/**
 * Databases and backups from before 0001-schema.sql replaced the first 42 migrations (decision 0120). To be deleted, with
 * its test and its two callers, once none of them is in use any more; none was ever released.
 */
import { type Kysely, sql } from "kysely";
import { ConfigError } from "../kernel/config.ts";
import type { DB } from "./schema.generated.ts";

const replacement = "0001-schema";

export const foldedMigrations = [
  "0001-foundation",
  "0002-users",
  "0003-settings",
  "0004-portfolios",
  "0005-imports",
  "0006-ledger-rules",
  "0007-import-holders",
  "0008-wrong-codes",
  "0009-companies",
  "0010-forms",
  "0011-notifications",
  "0012-form-queue",
  "0013-files",
  "0014-active-company",
  "0015-reviews-and-retention",
  "0016-retention-paths",
  "0017-lists-at-size",
  "0018-held",
  "0019-search-at-size",
  "0020-looks-in-order",
  "0021-four-eyes-off",
  "0022-service-name",
  "0023-names-in-any-case",
  "0024-staff-notified",
  "0025-search-without-marks",
  "0026-accrued-interest",
  "0027-exact-figures",
  "0028-excluded-instruments",
  "0032-market-version",
  "0033-ledger-checkpoints",
  "0034-sign-in",
  "0038-proposal-reasons",
  "0039-import-quotes",
  "0048-search-in-either-script",
  "0049-checkpoint-retention",
  "0050-fee-rule-kept",
  "0053-staff-come-back-by-two",
  "0056-setting-versions",
  "0057-knowledge-attempts",
  "0066-ledger-statistics",
  "0075-brand-logo",
  "0090-days-of-trades",
];

/** The migrations in a list under their present names; null where it has some of the 42, but not exactly those. */
export function presentNames(recorded: readonly string[]): readonly string[] | null {
  const folded = foldedMigrations.filter((name) => recorded.includes(name));
  if (folded.length === 0) return recorded;
  return folded.length === foldedMigrations.length && folded.length === recorded.length ? [replacement] : null;
}

/** Replaces the list of a database that has all 42. Throws a ConfigError where an earlier build made only some of them. */
export async function renameFolded(owner: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(owner);
  if (!rows[0]?.exists) return;
  await owner.transaction().execute(async (trx) => {
    // A second process waits here and then finds the new list.
    await sql`lock table kysely_migration in share row exclusive mode`.execute(trx);
    const list = await sql<{ name: string }>`select name from kysely_migration`.execute(trx);
    const recorded = list.rows.map(({ name }) => name);
    const present = presentNames(recorded);
    if (!present)
      throw new ConfigError(
        "An earlier build of the portal made this database and ran only some of the migrations that are now one file. Start it once with the version before this one, or restore a backup.",
      );
    if (present === recorded) return;
    await sql`delete from kysely_migration`.execute(trx);
    await sql`insert into kysely_migration (name, timestamp) values (${replacement}, ${new Date().toISOString()})`.execute(
      trx,
    );
    // The only difference that the old files left in the schema: a constraint with the former name of its column.
    await sql`alter table challenge rename constraint challenge_cookie_hash_key to challenge_secret_hash_key`.execute(
      trx,
    );
  });
}
