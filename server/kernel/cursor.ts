/** Opaque cursors for keyset paging: the order, and the key of the last row shown. */
import { instant } from "@portico/api/shapes.ts";
import { z } from "zod";
import { Refusal } from "./refusal.ts";

const shape = z.tuple([z.string(), z.string(), z.number().int()]);

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
