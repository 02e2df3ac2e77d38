/** Finds a schema that is undefined where a call is declared: its file and the call's import each other. */
import type { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** The part of a schema's definition that says what it is made of. */
interface Definition {
  type: string;
  shape?: z.ZodRawShape;
  [part: string]: unknown;
}
/** Where definitions keep the schemas that they are made of. */
const inner = ["element", "innerType", "in", "out", "left", "right", "keyType", "valueType"] as const;
const innerLists = ["options", "items"] as const;

/** Schemas shared by many calls are looked through once. */
const complete = new WeakSet();

/** The path to the first undefined schema, such as `.rows[].state`; undefined if there is none. */
function undefinedIn(schema: z.ZodType | undefined): string | undefined {
  if (schema === undefined) return "";
  if (complete.has(schema)) return undefined;
  const definition = schema.def as unknown as Definition;
  // Before what it is made of, which may contain it again.
  complete.add(schema);
  const found = definition.type === "object" ? undefinedField(definition.shape ?? {}) : undefinedMember(definition);
  if (found !== undefined) complete.delete(schema);
  return found;
}

function undefinedField(shape: z.ZodRawShape): string | undefined {
  for (const name of Object.keys(shape)) {
    // A getter is there so that schemas may name each other; it is read when both are defined.
    if (Object.getOwnPropertyDescriptor(shape, name)?.get) continue;
    const found = undefinedIn(shape[name] as z.ZodType | undefined);
    if (found !== undefined) return `.${name}${found}`;
  }
  return undefined;
}

function undefinedMember(definition: Definition): string | undefined {
  for (const part of inner) {
    if (!(part in definition)) continue;
    const found = undefinedIn(definition[part] as z.ZodType | undefined);
    if (found !== undefined) return part === "element" ? `[]${found}` : found;
  }
  for (const part of innerLists)
    for (const [place, member] of ((definition[part] ?? []) as (z.ZodType | undefined)[]).entries()) {
      const found = undefinedIn(member);
      if (found !== undefined) return `[${place}]${found}`;
    }
  return undefined;
}

/** Throws with the call's name if a schema that it declares, or a part of one, is undefined. */
export function requireSchemas(name: string, endpoint: Endpoint): void {
  for (const part of ["params", "query", "body", "answer"] as const) {
    if (!(part in endpoint)) continue;
    const found = undefinedIn(endpoint[part]);
    if (found !== undefined)
      throw new Error(
        `${name} (${endpoint.method} ${endpoint.path}): ${part}${found} is undefined; the file that declares it imports this call's file in a circle`,
      );
  }
}
