/** `npm run schema`: writes server/database/schema.generated.ts from the migrations, on a scratch database. */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate, PostgresDialect } from "kysely-codegen";
import { openKysely, openPool } from "../database/connect.ts";
import { migrationsFingerprint, startScratchCluster, templateName } from "../testing/cluster.ts";

const target = join(import.meta.dirname, "..", "database", "schema.generated.ts");
const fingerprint = await migrationsFingerprint();
const cluster = await startScratchCluster();
try {
  const pool = openPool({
    connection: {
      host: cluster.host,
      port: cluster.port,
      database: templateName,
      user: "postgres",
      password: cluster.passwords.superuser,
    },
    size: 1,
    prepared: false,
    name: "portico schema",
  });
  const db = openKysely(pool);
  const text = await generate({
    db,
    dialect: new PostgresDialect({ dateParser: "string", numericParser: "string" }),
    includePattern: "public.*",
    // Views under former names, for older builds (docs/decisions/0282).
    excludePattern: "public.contract_bulk*",
    // Ids are numbers here (database/connect.ts refuses larger ones); an amount is written as a string.
    typeMapping: { int8: "number", numeric: "string", inet: "string" },
    typeOnlyImports: true,
    outFile: null,
    print: false,
  });
  await db.destroy();
  // Written completely and then renamed: several processes may run this at once.
  const half = `${target}.${process.pid}`;
  await writeFile(half, `// Migrations ${fingerprint}\n${text}`);
  await rename(half, target);
} finally {
  await cluster.stop();
}
