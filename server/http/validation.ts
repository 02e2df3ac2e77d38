/** Validates a call's input: it must match the declaration, and every text must be storable. */
import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { Refusal } from "../kernel/refusal.ts";

/** PostgreSQL cannot store NUL, and a lone surrogate is not a character. */
const isText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Maximum nesting, deeper than anything a page sends, so that code can recurse through a value. */
const deepest = 32;
const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (than === 0 || Object.values(value).some((part) => isDeeper(part, than - 1)));

/** The path of the first text or key that cannot be stored; undefined if all can. */
function findNoText(value: unknown, path: string): string | undefined {
  if (typeof value === "string") return isText(value) ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (!isText(key)) return path;
    const found = findNoText(part, path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const shapeCompiler = validatorCompiler as FastifySchemaCompiler<unknown>;

const badText = (path: string): { error: Refusal } => ({
  error: new Refusal("badInput", { fields: [{ path, code: "badFormat" }] }),
});

/**
 * For calls with a file as `content`: its reader reports errors by line, including a NUL. A lone surrogate is refused
 * here, since no row with it could be stored. The other fields are validated as in any other call.
 */
export const fileValidatorCompiler: FastifySchemaCompiler<unknown> = (route) => {
  const validate = shapeCompiler(route);
  return (data: unknown) => {
    const result = validate(data) as { value?: unknown; error?: Error };
    if (result.error) return { error: result.error };
    const { value } = result;
    if (typeof value !== "object" || value === null) return { value };
    const { content, ...rest } = value as { content?: unknown };
    const path = findNoText(rest, "");
    if (path !== undefined) return badText(path);
    return typeof content === "string" && !content.isWellFormed() ? badText("content") : { value };
  };
};

/** For calls with a `binaryBody`: it is not searched for texts. */
export const bytesValidatorCompiler: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === "body" ? shapeCompiler(route) : textValidatorCompiler(route);

/** Parses a value of limited nesting by the declared shape; `badInput` names the first text that cannot be stored. */
export const textValidatorCompiler: FastifySchemaCompiler<unknown> = (route) => {
  const validate = shapeCompiler(route);
  return (data: unknown) => {
    if (isDeeper(data, deepest)) return { error: new Refusal("badInput", { fields: [{ path: "", code: "tooBig" }] }) };
    const result = validate(data) as { value?: unknown; error?: Error };
    if (result.error) return { error: result.error };
    const path = findNoText(result.value, "");
    if (path === undefined) return { value: result.value };
    return badText(path);
  };
};
