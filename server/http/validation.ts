/** Validates a call's input: it must match the declaration, and every text must be storable. */
import { FileText } from "@portico/api/file-text.ts";
import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { Refusal } from "../kernel/refusal.ts";
import { deepest, tooComplex } from "./large-bodies.ts";

/** PostgreSQL cannot store NUL, and a lone surrogate is not a character. */
const isText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof FileText) &&
  (than === 0 || Object.values(value).some((part) => isDeeper(part, than - 1)));

/** The path of the first text or key that cannot be stored; undefined if all can. */
function findNoText(value: unknown, path: string): string | undefined {
  if (typeof value === "string") return isText(value) ? undefined : path;
  // Its reader reports a NUL, with the line.
  if (value instanceof FileText) return value.pieces.every((piece) => piece.isWellFormed()) ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    if (!isText(key)) return path;
    const found = findNoText(part, path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const shapeCompiler = validatorCompiler as FastifySchemaCompiler<unknown>;

/** For calls with a `binaryBody`: it is not searched for texts. */
export const bytesValidatorCompiler: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === "body" ? shapeCompiler(route) : textValidatorCompiler(route);

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
