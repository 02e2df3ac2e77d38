/** The lines of `entities.ftm.json`: people and firms that are targets, with the programmes of the sanctions that name them. Pure. */
import { listLimits } from "@portico/api/rules/screening.ts";
import type { ListEntry } from "./entries.ts";
import { birthOf, countryOf, type FoundEntry, type ListRefusal, type Read, unique } from "./found.ts";
import { kindOfSchema } from "./schemas.ts";

interface Entity {
  id: string;
  schema: string;
  caption: string;
  properties: Record<string, unknown>;
  target: boolean;
  changedAt: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

function readEntity(line: string): Entity | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || typeof value["schema"] !== "string" || !isRecord(value["properties"])) return undefined;
  return {
    id: textOf(value["id"]),
    schema: value["schema"],
    caption: textOf(value["caption"]),
    properties: value["properties"],
    target: value["target"] === true,
    changedAt: textOf(value["last_change"]) || textOf(value["last_seen"]),
  };
}

const valuesOf = ({ properties }: Pick<Entity, "properties">, ...names: string[]): string[] =>
  unique(
    names.flatMap((name) => {
      const values = properties[name];
      return Array.isArray(values) ? values.map(textOf) : [textOf(values)];
    }),
  );

/** As an entry; undefined for what is neither a person nor a firm. */
export function entryOfProperties(entity: Omit<Entity, "target">): (ListEntry & { changedAt: string }) | undefined {
  const kind = kindOfSchema[entity.schema];
  if (!kind) return undefined;
  const names = unique([entity.caption, ...valuesOf(entity, "name", "alias")]).slice(0, listLimits.names);
  return {
    id: entity.id,
    kind,
    names: names.map((name) => name.slice(0, listLimits.nameLength)),
    births: unique(valuesOf(entity, "birthDate").flatMap(birthOf)),
    countries: unique(valuesOf(entity, "country", "nationality", "citizenship", "jurisdiction").flatMap(countryOf)),
    topics: valuesOf(entity, "topics"),
    programmes: valuesOf(entity, "programId", "program"),
    changedAt: entity.changedAt,
  };
}

/** Those who are only named beside a target are none. */
function toEntry(entity: Entity): Omit<FoundEntry, "line"> | undefined {
  const entry = entryOfProperties(entity);
  return entry && (entity.target || entry.topics.length > 0) ? entry : undefined;
}

export function readEntities(text: string): Read {
  const found: FoundEntry[] = [];
  const refusals: ListRefusal[] = [];
  const programmes = new Map<string, string[]>();
  let no = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end).trim();
    at = end === -1 ? text.length : end + 1;
    no += 1;
    if (line === "") continue;
    const entity = readEntity(line);
    if (!entity) {
      refusals.push({ line: no, code: "malformedLine", detail: line.slice(0, 60) });
      continue;
    }
    if (entity.schema === "Sanction")
      for (const id of valuesOf(entity, "entity"))
        programmes.set(
          id,
          unique([...(programmes.get(id) ?? []), ...valuesOf(entity, "programId", "program", "authority")]),
        );
    const entry = toEntry(entity);
    if (entry) found.push({ ...entry, line: no });
  }
  for (const entry of found) entry.programmes = unique([...entry.programmes, ...(programmes.get(entry.id) ?? [])]);
  return { found, refusals };
}
