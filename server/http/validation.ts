/** What a call brings must fit its declaration, and every text in it must be one that can be kept. */
import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { Refusal } from "../kernel/refusal.ts";

/** NUL fits in no column of PostgreSQL, and half a pair of UTF-16 is no character at all. */
const isText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Deeper than anything that a screen sends; whoever walks a value may go down into each of its parts. */
const deepest = 32;
const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (than === 0 || Object.values(value).some((part) => isDeeper(part, than - 1)));

/** The path of the first text, or key, that cannot be kept; undefined where all can. */
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
 * For calls that bring a file as `content`, whose reader says what is wrong in which line: a NUL there is the reader's to name, half
 * a character is not, since no row of it could be kept. Everything beside it is checked as in any other call.
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

/** Parses by the declared shape what is not nested too deep; `badInput` names the first text that no column holds. */
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
