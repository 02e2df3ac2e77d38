/** SQL of the firm's mappings, as files are read with them. */
import { type Mapping, mapping, type NamedMapping } from "@portico/api/imports/mapping.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { ownKey } from "./keys.ts";

interface MappingRow {
  id: number;
  name: string;
  version: number;
  mapping: unknown;
}

/** As files are read with it: what was saved by an earlier release gets the defaults of this one. */
const toNamed = ({ id, name, version, mapping: saved }: MappingRow): NamedMapping => ({
  key: ownKey(id),
  name,
  version,
  mapping: mapping.parse(saved) as Mapping,
});

/** Those that are in use, each as it is now. */
export async function listOwnMappings(db: Db): Promise<NamedMapping[]> {
  const rows = await db
    .selectFrom("import_mapping as one")
    .innerJoin("import_mapping_version as saved", (join) =>
      join.onRef("saved.mapping_id", "=", "one.id").onRef("saved.version", "=", "one.version"),
    )
    .select(["one.id", "one.name", "one.version", "saved.mapping"])
    .where("one.retired_at", "is", null)
    .orderBy("one.id")
    .execute();
  return rows.map(toNamed);
}
