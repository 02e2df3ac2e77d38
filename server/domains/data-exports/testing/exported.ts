/** Exports made in a test, and what is in their files. */
import type { ExportOrderBody } from "@portico/api/data-exports.ts";
import type { ExportContent } from "@portico/api/rules/data-exports.ts";
import { readAllBytes } from "../../../kernel/bytes.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { makeExport } from "../making.ts";
import { fileTable, queryTexts } from "./read-back.ts";

export const order = (more: Partial<ExportOrderBody> & Pick<ExportOrderBody, "from" | "to">): ExportOrderBody => ({
  contents: ["entries", "positions", "values", "fees"],
  format: "parquet",
  language: "en",
  positions: "day",
  holders: { scope: "all" },
  ...more,
});

/** The bytes of a file of an export, as the store has them. */
export async function bytesOf({ database, services }: TestApp, id: number, content: ExportContent): Promise<Buffer> {
  const { sha256 } = await database.db
    .selectFrom("data_export_file")
    .select("sha256")
    .where("export_id", "=", id)
    .where("content", "=", content)
    .executeTakeFirstOrThrow();
  return readAllBytes((await services.files.open(sha256?.toString("hex") ?? "")).stream());
}

/** Asks for an export and makes it. `query` reads its tables with DuckDB, each by its name. */
export async function exported(app: TestApp, who: TestUser, body: ExportOrderBody) {
  const { id } = await who.client.dataExports.create({ body });
  await makeExport(app.services, id);
  const table = async (content: ExportContent) => fileTable(await bytesOf(app, id, content), body.format);
  const tables = new Map<string, string>();
  const query = async (statement: string) => {
    for (const content of body.contents) if (!tables.has(content)) tables.set(content, await table(content));
    const named = [...tables].map(([name, from]) => `${name} as (select * from ${from})`);
    return queryTexts(`with ${named.join(", ")} ${statement}`);
  };
  return { id, query, made: await who.client.dataExports.get({ params: { id } }) };
}
