/** Opaque cursors of keyset paging: the order, and the key of the last row shown. */
import { z } from "zod";
import { Refusal } from "./refusal.ts";

const shape = z.tuple([z.string(), z.string(), z.number().int()]);

/** Text that the next call passes back. */
export const encodeCursor = (order: string, value: string, id: number): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString("base64url");

/** What the key of a list may be: a text that a column can hold, or a moment. */
const keys = {
  text: z.string().refine((text) => !text.includes("\u0000") && text.isWellFormed()),
  moment: z.iso.datetime(),
};

/** The key in a cursor; `badInput` for one that was not made for this order. */
export function decodeCursor(
  cursor: string,
  order: string,
  key: keyof typeof keys = "text",
): { value: string; id: number } {
  try {
    const [madeFor, value, id] = shape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    if (madeFor === order) return { value: keys[key].parse(value), id };
  } catch {
    // Falls through to the one refusal: whatever is wrong with it, the caller did not get it from us.
  }
  throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
}
