/** Keyset paging: pages of a list, and opaque cursors with the order and the key of the last row shown. */
import { instant } from "@portico/api/shapes.ts";
import { z } from "zod";
import { Refusal } from "./refusal.ts";

const shape = z.tuple([z.string(), z.string(), z.number().int()]);

/** A row's key in the order of its list: what it is ordered by, and the id that decides among equals. */
type Key = readonly [value: string | Date, id: number];

/** The cursor text that the next call passes back. */
export const encodeCursor = (order: string, value: string, id: number): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString("base64url");

/** Valid keys of a list: a text that a column can store, or a time. */
const keys = {
  text: z.string().refine((text) => !text.includes("\u0000") && text.isWellFormed()),
  moment: instant,
};

/** The key in a cursor; `badInput` for a cursor that was not made for this order. */
export function decodeCursor(
  cursor: string,
  order: string,
  key: keyof typeof keys = "text",
): { value: string; id: number } {
  try {
    const [madeFor, value, id] = shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    if (madeFor === order) return { value: keys[key].parse(value), id };
  } catch {
    // Continues to the refusal below: the cursor was not created here.
  }
  throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
}

interface PageQuery {
  cursor?: string | undefined;
  limit: number;
  /** Names the list and its order; a cursor of another is refused. */
  order: string;
  key?: keyof typeof keys;
}
/** What a list's query needs: the key after which the page begins, undefined for the first one, and how many rows to read. */
interface PageStart {
  after: { value: string; id: number } | undefined;
  limit: number;
}

/** One row more than the page shows is read: it is there if another page follows. `badInput` as of `decodeCursor`. */
export const pageStart = ({ cursor, limit, order, key }: PageQuery): PageStart => ({
  after: cursor === undefined ? undefined : decodeCursor(cursor, order, key),
  limit: limit + 1,
});

/** The rows to show of those read by `pageStart`, and the cursor to the next page, null on the last. */
export function pageOf<Row>(
  found: readonly Row[],
  { limit, order }: Pick<PageQuery, "limit" | "order">,
  keyOf: (row: Row) => Key,
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  if (last === undefined) return { rows, nextCursor: null };
  const [value, id] = keyOf(last);
  return { rows, nextCursor: encodeCursor(order, typeof value === "string" ? value : value.toISOString(), id) };
}

/** A page of a list whose query returns rows alone. */
export const readPage = async <Row>(
  query: PageQuery,
  read: (start: PageStart) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
) => pageOf(await read(pageStart(query)), query, keyOf);
