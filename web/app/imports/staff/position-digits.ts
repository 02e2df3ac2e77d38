/** Decimals of a position's figures in an import's preview. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { digitsOf } from "../../ui/format.ts";

type Position = ImportPreview["accounts"][number]["positions"][number];

const decimalsOf = (figure: string | null): number => figure?.split(".")[1]?.replace(/(?<!0)0+$/, "").length ?? 0;

/**
 * Decimals of cash: its currency's. If the file's cash differs, as many as the stated, held and difference figures need
 * to add up: a file may state cash in more decimals than the currency has.
 */
export const cashDecimals = ({ currency, after, stated, difference }: Position): number =>
  difference === null
    ? digitsOf(currency)
    : Math.max(digitsOf(currency), ...[after, stated, difference].map(decimalsOf));
