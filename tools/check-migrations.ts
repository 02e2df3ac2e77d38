/**
 * Checks that an older build survives the migrations (tools/migration-rules.ts): a new one adds, or says by
 * `-- ends-older-builds: reason` that no older build may run on the tables.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { brokenMigration, hasSeveralOutside, returnsEveryColumn } from "./migration-rules.ts";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "server"], {
  encoding: "utf8",
}).split("\n");
const migrations = files.filter((file) => /^server\/migrations\/.*\.sql$/.test(file));
const sources = files.filter((file) => file.endsWith(".ts") && !/\.(test|generated)\.ts$|\/testing\//.test(file));
const problems = [
  ...migrations.flatMap((file) => brokenMigration(basename(file), readFileSync(file, "utf8"))),
  ...migrations
    .filter((file) => hasSeveralOutside(readFileSync(file, "utf8")))
    .map((file) => `${basename(file)} runs outside of a transaction and has several statements`),
  ...sources
    .filter((file) => returnsEveryColumn(readFileSync(file, "utf8")))
    .map((file) => `${file} returns every column of a table: name those that are needed`),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error("Older builds would not survive (CONTRIBUTING.md, Adding a migration).");
  process.exit(1);
}
console.log(`migrations: ${migrations.length} files, older builds survive the new ones`);
