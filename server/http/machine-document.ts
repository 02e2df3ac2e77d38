/**
 * The OpenAPI document for holders of a key: every call that a key may make, with its scope, and those that need no caller; complete enough
 * for a typed client.
 */

import type { Endpoint, Endpoints } from "@portico/api/endpoint.ts";
import { errorStatus } from "@portico/api/errors.ts";
import { machineScopeOf } from "@portico/api/machine-scopes.ts";

interface Operation {
  operationId?: string;
  description?: string;
  requestBody?: object;
  responses?: Record<string, unknown>;
  security?: readonly object[];
}
export interface Document {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}

const bytes = { type: "string", format: "binary" };

/** RFC 9457, for who accepts it; otherwise the code alone as text. */
const problem = {
  type: "object",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: Object.keys(errorStatus) },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string" }, code: { type: "string" }, line: { type: "integer" } },
        required: ["path", "code"],
      },
    },
    by: { type: "string" },
    offset: { type: "integer" },
    scope: { type: "string" },
    count: { type: "integer" },
    requestId: { type: "string" },
  },
  required: ["type", "title", "status", "code"],
};
const refused = {
  description: "Refused: `code` says why, with status 429 the header Retry-After until when.",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

function describe(operation: Operation, endpoint: Endpoint, scope: string | null): Operation {
  const { binary, binaryBody } = endpoint;
  return {
    ...operation,
    description: scope === null ? "Needs no key." : `Needs the scope \`${scope}\`.`,
    ...(scope === null ? { security: [] } : { security: [{ key: [scope] }] }),
    ...(binaryBody && {
      requestBody: { required: true, content: { "application/octet-stream": { schema: bytes } } },
    }),
    responses: {
      ...operation.responses,
      ...(binary && {
        200: { description: "The file.", content: { "application/octet-stream": { schema: bytes } } },
      }),
      default: refused,
    },
  };
}

/**
 * Any JSON, a shape that contains itself, is written as a reference to a schema that the document does not have: generators of clients
 * refuse that. Without a schema it is any value.
 */
function resolveReferences(part: unknown, schemas: object): unknown {
  if (Array.isArray(part)) return part.map((one) => resolveReferences(one, schemas));
  if (part === null || typeof part !== "object") return part;
  const { $ref } = part as { $ref?: unknown };
  if (typeof $ref === "string" && !Object.hasOwn(schemas, $ref.split("/").at(-1) ?? "")) return {};
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolveReferences(value, schemas)]));
}

/** Narrows the document of all calls. */
export function machineDocument<D extends Document>(document: D, api: Readonly<Record<string, Endpoints>>): D {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(operations)) {
      const [domain = "", name = ""] = operation.operationId?.split(".") ?? [];
      const endpoint = api[domain]?.[name];
      if (!endpoint) continue;
      const scope = machineScopeOf(domain, endpoint);
      // Without a caller, what reads is open; what signs somebody in or up is no machine's.
      if (scope === null && (endpoint.access.kind !== "anyone" || endpoint.method !== "GET" || domain === "sessions"))
        continue;
      paths[path] = { ...paths[path], [method]: describe(operation, endpoint, scope) };
    }
  const schemas = { ...document.components?.schemas, Problem: problem };
  return {
    ...document,
    paths: resolveReferences(paths, schemas) as typeof paths,
    components: {
      schemas,
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key that an administrator made under /admin/machines." },
      },
    },
  };
}
