/** Decimals of the figures of a position in an import's preview. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { digitsOf } from "../../ui/format.ts";

type Position = ImportPreview["accounts"][number]["positions"][number];

const decimalsOf = (figure: string | null): number => figure?.split(".")[1]?.replace(/0+$/, "").length ?? 0;

/**
 * Decimals of cash: its currency's. Where the file's cash differs, as many as what is stated, what is held and the difference need, so that
 * they add up as they are shown: a file may state cash more finely than it is paid.
 */
export const cashDecimals = ({ currency, after, stated, difference }: Position): number =>
  difference === null
    ? digitsOf(currency)
    : Math.max(digitsOf(currency), ...[after, stated, difference].map(decimalsOf));
