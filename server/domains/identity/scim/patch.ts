/**
 * Changes of a resource (RFC 7644, section 3.5.2), also in the ways of Entra ID and Okta: operations with a capital, truth values
 * as text, several attributes in a value without a path, members to remove in the value. Without I/O.
 */
import { z } from "zod";
import { ScimError } from "./errors.ts";

export type Resource = Record<string, unknown>;

export const patchBody = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(["add", "replace", "remove"])),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
});
type Operation = z.infer<typeof patchBody>["Operations"][number];

/** `emails[type eq "work"].value`, `name.givenName`, `members[value eq "…"]`, `active`. */
interface Path {
  attribute: string;
  condition: { attribute: string; value: unknown } | null;
  sub: string | null;
}

const prefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const pathShape = /^([a-z$]\w{0,99})(?:\[([a-z$]\w{0,99}) +eq +("[^"]{0,300}"|true|false)\])?(?:\.([a-z$]\w{0,99}))?$/i;

/** Null for attributes of other schemas, which the portal does not keep. */
function parsePath(text: string): Path | null {
  const bare = text.trim().replace(prefix, "");
  if (/^urn:/i.test(bare)) return null;
  const found = pathShape.exec(bare);
  if (!found) throw new ScimError(400, `The path "${text.slice(0, 100)}" is not supported`, "invalidPath");
  const [, attribute = "", field, value, sub] = found;
  return {
    attribute,
    condition:
      field === undefined
        ? null
        : {
            attribute: field,
            value: JSON.parse((value ?? '""').replace(/^(true|false)$/i, (word) => word.toLowerCase())),
          },
    sub: sub ?? null,
  };
}

/** The name under which a resource has an attribute: letter case makes no difference. */
const keyOf = (resource: Resource, attribute: string): string =>
  Object.keys(resource).find((key) => key.toLowerCase() === attribute.toLowerCase()) ?? attribute;

const isObject = (value: unknown): value is Resource =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());
const identityOf = (member: unknown): string => JSON.stringify(isObject(member) ? (member["value"] ?? member) : member);

/** Clients send true as a value and as a text. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const fits = (item: unknown, { attribute, value }: NonNullable<Path["condition"]>): item is Resource =>
  isObject(item) && textOf(item[keyOf(item, attribute)]) === textOf(value);

/** Adds to a list what it does not have. */
function joined(before: unknown, added: unknown): unknown[] {
  const list = listOf(before);
  const known = new Set(list.map(identityOf));
  return [...list, ...listOf(added).filter((one) => !known.has(identityOf(one)))];
}

function without(before: unknown, removed: unknown): unknown[] {
  const gone = new Set(listOf(removed).map(identityOf));
  return listOf(before).filter((one) => !gone.has(identityOf(one)));
}

/** A value at a whole attribute. */
function set(resource: Resource, { op, value }: Operation, attribute: string): void {
  const key = keyOf(resource, attribute);
  const before = resource[key];
  if (op === "remove") {
    if (Array.isArray(before) && value !== undefined && value !== null) resource[key] = without(before, value);
    else if (Array.isArray(before)) resource[key] = [];
    else Reflect.deleteProperty(resource, key);
  } else if (op === "add" && Array.isArray(before)) resource[key] = joined(before, value);
  else if (isObject(before) && isObject(value)) resource[key] = { ...before, ...value };
  else resource[key] = value;
}

/** A value in the items of a list that fit the condition; the first of them is made, if it is added or replaced. */
function setWhere(resource: Resource, operation: Operation, path: Path & { condition: object }): void {
  const key = keyOf(resource, path.attribute);
  const list = listOf(resource[key]);
  const condition = path.condition as NonNullable<Path["condition"]>;
  if (operation.op === "remove" && path.sub === null) {
    resource[key] = list.filter((item) => !fits(item, condition));
    return;
  }
  if (operation.op !== "remove" && !list.some((item) => fits(item, condition)))
    list.push({ [condition.attribute]: condition.value });
  resource[key] = list.map((item) => {
    if (!fits(item, condition)) return item;
    const changed = { ...item };
    if (path.sub !== null) set(changed, operation, path.sub);
    else if (isObject(operation.value)) Object.assign(changed, operation.value);
    return changed;
  });
}

function apply(resource: Resource, operation: Operation): void {
  if (operation.path === undefined || operation.path === "") {
    if (operation.op === "remove") throw new ScimError(400, "A removal names what is removed", "noTarget");
    if (!isObject(operation.value)) throw new ScimError(400, "A value without a path is an object", "invalidValue");
    for (const [path, value] of Object.entries(operation.value))
      if (path.toLowerCase() !== "schemas") apply(resource, { op: operation.op, path, value });
    return;
  }
  const path = parsePath(operation.path);
  if (path === null) return;
  if (path.condition !== null) return setWhere(resource, operation, { ...path, condition: path.condition });
  if (path.sub === null) return set(resource, operation, path.attribute);
  const key = keyOf(resource, path.attribute);
  const inner = isObject(resource[key]) ? { ...resource[key] } : {};
  set(inner, operation, path.sub);
  resource[key] = inner;
}

/** The resource after the operations, in their order; the one given is not changed. */
export function patched(resource: Resource, operations: readonly Operation[]): Resource {
  const result = structuredClone(resource);
  for (const operation of operations) apply(result, operation);
  return result;
}
