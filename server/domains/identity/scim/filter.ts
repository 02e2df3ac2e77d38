/** Filters and pages of lists (RFC 7644, section 3.4.2): one comparison for equality, as provisioning clients send. */
import { ScimError } from "./errors.ts";

export interface Filter {
  /** In lower case, without the schema's name. */
  attribute: string;
  value: string | boolean;
}

const shape = /^(\S{1,200}) +eq +(\S.{0,600})$/is;

/** `userName eq "maria"`; any other filter is refused (`invalidFilter`). Undefined without one. */
export function parseFilter(text: string | undefined, known: readonly string[]): Filter | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const [, path = "", raw = ""] = shape.exec(text.trim()) ?? [];
  const attribute = path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, "");
  if (!known.includes(attribute)) throw new ScimError(400, "This filter is not supported", "invalidFilter");
  return { attribute, value: valueOf(raw.trim()) };
}

function valueOf(raw: string): string | boolean {
  if (/^true$/i.test(raw)) return true;
  if (/^false$/i.test(raw)) return false;
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === "string") return value;
  } catch {
    // Refused below.
  }
  throw new ScimError(400, "A filter compares with a text or a truth value", "invalidFilter");
}

export const mostPerPage = 200;
export interface Page {
  /** From 1. */
  startIndex: number;
  count: number;
}

/** Numbers below the least count as the least (section 3.4.2.4). */
export function readPage({ startIndex, count }: { startIndex?: string; count?: string }): Page {
  const numberOf = (text: string | undefined, otherwise: number, least: number): number => {
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (!Number.isInteger(value)) throw new ScimError(400, "startIndex and count are whole numbers", "invalidValue");
    return Math.max(least, value);
  };
  return {
    startIndex: Math.min(numberOf(startIndex, 1, 1), 1_000_000),
    count: Math.min(numberOf(count, 100, 0), mostPerPage),
  };
}

/** The answer of a list. */
export const listBody = (resources: readonly object[], totalResults: number, { startIndex }: Page) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
