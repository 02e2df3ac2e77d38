/** Mappings of files: saved in versions by staff, tried on a file before, retired instead of deleted. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { importMappings } from "@portico/api/import-mappings.ts";
import { mapping as mappingShape } from "@portico/api/imports/mapping.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { patternOf } from "../imports/mapping/dates.ts";
import { ownKey } from "../imports/mapping/keys.ts";
import { readyMappings } from "../imports/mapping/ready/ready.ts";
import {
  findMapping,
  insertMapping,
  insertNextVersion,
  listMappingRecords,
  listVersions,
  type MappingRecord,
  setRetired,
} from "./import-mappings.queries.ts";

type Names = ReadonlyMap<number, string>;

const presented = (
  { id, name, version, retiredAt, mapping, savedBy, savedAt, usedBy }: MappingRecord,
  names: Names,
) => ({
  id,
  key: ownKey(id),
  name,
  makes: mappingShape.parse(mapping).makes,
  version,
  saved_by: names.get(savedBy) ?? String(savedBy),
  saved_at: savedAt.toISOString(),
  retired_at: retiredAt?.toISOString() ?? null,
  usedBy,
});

export async function listMappings(context: Context): Promise<Answer<typeof importMappings.list>> {
  const { db } = context;
  const records = await listMappingRecords(db);
  const names = await getUserNames(db, [...new Set(records.map(({ savedBy }) => savedBy))]);
  return {
    mappings: records.map((record) => presented(record, names)),
    ready: readyMappings.map(({ key, name, mapping: { makes } }) => ({ key, name, makes })),
    can: canOf({ create: staffVerdict(requireViewer(context), importMappings.create) }),
  };
}

export async function getMapping(context: Context, id: number): Promise<Answer<typeof importMappings.get>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const record = await findMapping(db, id);
  if (!record) throw new Refusal("notFound");
  const versions = await listVersions(db, id);
  const names = await getUserNames(db, [...new Set(versions.map(({ savedBy }) => savedBy))]);
  const isRetired = record.retiredAt !== null;
  return {
    ...presented(record, names),
    mapping: mappingShape.parse(record.mapping),
    versions: versions.map(({ version, savedBy, savedAt, usedBy }) => ({
      version,
      saved_by: names.get(savedBy) ?? String(savedBy),
      saved_at: savedAt.toISOString(),
      usedBy,
    })),
    can: canOf({
      change: staffVerdict(viewer, importMappings.change) ?? (isRetired ? "stateConflict" : null),
      retire: staffVerdict(viewer, importMappings.retire) ?? (isRetired ? "stateConflict" : null),
      restore: staffVerdict(viewer, importMappings.restore) ?? (isRetired ? null : "stateConflict"),
    }),
  };
}

type Body = Parsed<typeof importMappings.create>["body"];

/** Refuses formats of days that cannot be read, at their place. */
function requireFormats({ mapping }: Pick<Body, "mapping">): void {
  const fields = mapping.dates.formats.flatMap((format, index) =>
    patternOf(format) ? [] : [{ path: `mapping.dates.formats.${index}`, code: "unknown" as const }],
  );
  if (fields.length > 0) throw new Refusal("badInput", { fields });
}

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal("nameInUse");
    throw error;
  }
}

/** Saves the first version; `nameInUse` if the name exists. */
export async function createMapping(context: Context, { name, mapping }: Body): Promise<{ id: number; key: string }> {
  requireFormats({ mapping });
  const { userId } = requireViewer(context);
  return named(() =>
    transact(context, async (tx) => {
      const id = await insertMapping(tx, { name, mapping, by: userId });
      tx.audit("importMapping.created", id, { after: { name, version: 1, mapping } });
      return { id, key: ownKey(id) };
    }),
  );
}

/** Saves the next version; `textChanged` if a colleague saved one since it was read, `stateConflict` if it is retired. */
export async function changeMapping(
  context: Context,
  id: number,
  { name, mapping, version }: Parsed<typeof importMappings.change>["body"],
): Promise<{ version: number }> {
  requireFormats({ mapping });
  const { userId } = requireViewer(context);
  return named(() =>
    transact(context, async (tx) => {
      const before = await findMapping(tx, id);
      if (!before) throw new Refusal("notFound");
      if (before.retiredAt !== null) throw new Refusal("stateConflict");
      if (!(await insertNextVersion(tx, id, { name, mapping, version, by: userId }))) throw new Refusal("textChanged");
      tx.audit("importMapping.changed", id, {
        before: { name: before.name, version, mapping: before.mapping },
        after: { name, version: version + 1, mapping },
      });
      return { version: version + 1 };
    }),
  );
}

/** Retires a mapping or takes it into use again; a second time changes nothing. */
export async function endMapping(context: Context, id: number, how: "retire" | "restore"): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    if (!(await findMapping(tx, id))) throw new Refusal("notFound");
    const changed = await setRetired(tx, id, how === "retire");
    if (!changed) return;
    if (how === "retire") tx.audit("importMapping.retired", id, { before: { name: changed.name } });
    else tx.audit("importMapping.restored", id, { after: { name: changed.name } });
  });
  return { done: true };
}

/** Shows what a mapping makes of a file; on a worker thread, because a file may be long. */
export async function tryMapping(
  context: Context,
  { content, base64data, ...rest }: Parsed<typeof importMappings.try>["body"],
): Promise<Answer<typeof importMappings.try>> {
  const { userId } = requireViewer(context);
  return context.workers.run(
    "tryMapping",
    { ...rest, sent: base64data ?? content?.pieces ?? [], now: context.now() },
    { holder: `user/${userId}`, ...(context.caller.signal && { signal: context.caller.signal }) },
  );
}
