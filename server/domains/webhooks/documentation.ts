/** The list of events in docs/webhooks.md, from their declarations. `node server/domains/webhooks/documentation.ts` writes it there. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { webhookEventNames, webhookEvents } from "@portico/api/webhook-events.ts";
import { z } from "zod";

const file = join(import.meta.dirname, "../../../docs/webhooks.md");
const begin = "<!-- events: written by server/domains/webhooks/documentation.ts -->";
const end = "<!-- end of events -->";

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" \\| ");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" \\| ");
  const types = [schema.type ?? "any"].flat();
  return schema.format === "date" ? "day" : types.join(" \\| ");
}

/** In the order of the declaration; the two fields of the client are explained above the table. */
function fieldsOf(data: z.ZodObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(data) as JsonSchema;
  const { holderType, holderId: _named, ...others } = properties;
  const fields = Object.entries(others).map(
    ([name, schema]) => `\`${name}\`${required.includes(name) ? "" : "?"} ${typeOf(schema)}`,
  );
  return [...(holderType ? ["*client*"] : []), ...fields].join(", ");
}

/** The table as it stands in the document. */
export function eventTable(): string {
  const rows = webhookEventNames.map((name) => {
    const { means, object, data } = webhookEvents[name];
    return `| \`${name}\` | ${means} | ${object} | ${fieldsOf(data)} |`;
  });
  return ["| event | when | order of | `data` |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** The document with the table of now. */
export function withEvents(text: string): string {
  const [before, rest = ""] = text.split(begin);
  const [, after = ""] = rest.split(end);
  return `${before}${begin}\n${eventTable()}\n${end}${after}`;
}

export const readDocument = (): string => readFileSync(file, "utf8");

if (import.meta.main) writeFileSync(file, withEvents(readDocument()));
