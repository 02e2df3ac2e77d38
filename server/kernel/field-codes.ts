/** Why a value does not match its declaration, in the codes that pages word. */
import { type FieldCode, fieldCodes } from "@portico/api/errors.ts";
import { z } from "zod";

export type Issue = z.core.$ZodIssue;

/** The message of a value that is not there: issues do not contain the value itself. */
const missing = "missing";
z.config({ customError: ({ input }) => (input === undefined ? missing : undefined) });

const ownCode = (field: unknown): FieldCode | undefined => fieldCodes.find((code) => code === field);

function codeOf(issue: Issue): FieldCode {
  switch (issue.code) {
    case "invalid_type":
      return issue.message === missing ? "required" : "wrongType";
    case "too_small":
      if (issue.origin === "string") return issue.minimum === 1 ? "required" : "tooShort";
      return issue.origin === "array" && issue.minimum === 1 ? "required" : "tooSmall";
    case "too_big":
      return issue.origin === "string" ? "tooLong" : "tooBig";
    case "invalid_format":
      if (issue.format === "email") return "badEmail";
      return issue.format === "date" || issue.format === "datetime" ? "badDate" : "badFormat";
    case "invalid_value":
    case "invalid_union":
      return issue.message === missing ? "required" : "notAllowed";
    case "unrecognized_keys":
    case "invalid_key":
      return "unknown";
    // A check of our own names its code as `field`.
    case "custom":
      return ownCode(issue.params?.["field"]) ?? "badFormat";
    default:
      return "badFormat";
  }
}

/** Of an object that has none of several shapes, what the one lacks that it is nearest to: it names a field. */
function detailed(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.message === missing) return [issue];
  const isOfField = ({ code, path }: Issue) => code === "unrecognized_keys" || path.length > 0;
  const [nearest] = (issue.errors ?? [])
    .filter((issues) => issues.length > 0 && issues.every(isOfField))
    .toSorted((one, other) => one.length - other.length);
  return nearest?.flatMap((inner) => detailed({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/** The wrong fields of zod's issues, the first of each. */
export function fieldsOf(issues: readonly Issue[], under = ""): { path: string; code: FieldCode }[] {
  const fields = new Map<string, FieldCode>();
  for (const issue of issues.flatMap(detailed)) {
    const places = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const place of places) {
      const path = [...(under === "" ? [] : [under]), ...place].map(String).join(".");
      if (!fields.has(path)) fields.set(path, codeOf(issue));
    }
  }
  return [...fields].map(([path, code]) => ({ path, code }));
}
