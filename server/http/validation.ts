/** Validates a call's input: it must match the declaration; every text must be storable and show all its characters. */
import { FileText } from "@portico/api/file-text.ts";
import { hasHidden } from "@portico/api/rules/visible-text.ts";
import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { Refusal } from "../kernel/refusal.ts";
import { deepest, tooComplex } from "./large-bodies.ts";

/** The content of a file, which its reader checks. */
const isFile = (value: unknown): boolean => value instanceof FileText || value instanceof Uint8Array;

/** PostgreSQL cannot store NUL, and a lone surrogate is not a character. */
const isText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  !isFile(value) &&
  (than === 0 || Object.values(value).some((part) => isDeeper(part, than - 1)));

/** The path of the first text or key that cannot be stored; undefined if all can. */
function findNoText(value: unknown, path: string): string | undefined {
  if (typeof value === "string") return isText(value) ? undefined : path;
  // Its reader reports a NUL, with the line.
  if (value instanceof FileText) return value.pieces.every((piece) => piece.isWellFormed()) ? undefined : path;
  if (typeof value !== "object" || value === null || isFile(value)) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (!isText(key)) return path;
    const found = findNoText(part, path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The path of the first text with hidden characters; files are read by their readers. */
function findHidden(value: unknown, path: string, unread: readonly string[]): string | undefined {
  if (typeof value === "string") return hasHidden(value) ? path : undefined;
  if (typeof value !== "object" || value === null || isFile(value)) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (unread.includes(key)) continue;
    const found = findHidden(part, path === "" ? key : `${path}.${key}`, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

const shapeCompiler = validatorCompiler as FastifySchemaCompiler<unknown>;

/** For calls with a `binaryBody`: it is not searched for texts. */
export const bytesValidatorCompiler: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === "body" ? shapeCompiler(route) : textValidatorCompiler(route);

/**
 * Of a body, also without hidden characters in any text that somebody else may read; `unread` names the fields that are
 * left out, or all.
 */
export const readValidatorCompiler =
  (unread: readonly string[] | "all"): FastifySchemaCompiler<unknown> =>
  (route) => {
    const validate = textValidatorCompiler(route);
    if (route.httpPart !== "body" || unread === "all") return validate;
    return (data: unknown) => {
      const result = validate(data) as { value?: unknown; error?: Error };
      if (result.error) return result;
      const path = findHidden(result.value, "", unread);
      if (path === undefined) return result;
      return { error: new Refusal("badInput", { fields: [{ path, code: "hiddenCharacter" }] }) };
    };
  };

/** Parses a value of limited nesting by the declared shape; `badInput` names the first text that cannot be stored. */
export const textValidatorCompiler: FastifySchemaCompiler<unknown> = (route) => {
  const validate = shapeCompiler(route);
  return (data: unknown) => {
    if (isDeeper(data, deepest)) return { error: tooComplex() };
    const result = validate(data) as { value?: unknown; error?: Error };
    if (result.error) return { error: result.error };
    const path = findNoText(result.value, "");
    if (path === undefined) return { value: result.value };
    return { error: new Refusal("badInput", { fields: [{ path, code: "badFormat" }] }) };
  };
};
