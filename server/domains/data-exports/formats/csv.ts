/** Exported tables as CSV (RFC 4180), which can be read back exactly and which spreadsheets open without running formulas. */
import { startsFormula } from "@portico/api/rules/csv.ts";
import type { Language } from "@portico/api/shapes.ts";
import type { Cell, Column } from "../content/columns.ts";
import { decimals } from "../content/columns.ts";
import { unscaled } from "./decimals.ts";
import type { Send, TableWriter } from "./table-writer.ts";

/** Characters that are sent at once. */
const pieceLength = 256 * 1024;

/** A text that a spreadsheet would run begins with an apostrophe, as does one that began with an apostrophe: readers drop one. */
function textCell(text: string, separator: string): string {
  const safe = text.startsWith("'") || startsFormula(text) ? `'${text}` : text;
  return /["\n\r]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellOf({ type, name }: Column, cell: Cell, comma: boolean): string {
  if (cell === null) return "";
  switch (type) {
    case "text":
      return textCell(cell, comma ? ";" : ",");
    case "instant":
      return new Date(Number(cell)).toISOString();
    case "flag":
      return cell === "t" ? "true" : "false";
    case "amount":
    case "figure":
      // Refused alike in both formats.
      unscaled(name, cell, decimals[type]);
      return comma ? cell.replace(".", ",") : cell;
    default:
      return cell;
  }
}

/** Bulgarian and Polish spreadsheets separate columns by semicolon and decimals by comma. */
export function writeCsvTable(columns: readonly Column[], language: Language, send: Send): TableWriter {
  const comma = language !== "en";
  const separator = comma ? ";" : ",";
  let waiting = `\ufeff${columns.map(({ name }) => name).join(separator)}\r\n`;
  let count = 0;
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = "";
    await send(new TextEncoder().encode(text));
  };
  return {
    async write(rows) {
      for (const row of rows) {
        waiting += `${columns.map((column, place) => cellOf(column, row[place] ?? null, comma)).join(separator)}\r\n`;
        if (waiting.length >= pieceLength) await flush();
      }
      count += rows.length;
    },
    async end() {
      await flush();
      return count;
    },
  };
}
