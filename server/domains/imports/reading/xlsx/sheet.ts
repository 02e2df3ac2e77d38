/** The rows of a sheet, one after another, with the numbers of their rows. */
import type { Records } from "../../csv/records.ts";
import { refuseTooMany, UnreadableFile } from "../parsed-file.ts";
import { type Calendar, columnOf, momentOf, plainNumber, unescaped } from "./cells.ts";
import type { Parts } from "./parts.ts";

/** A table is not wider; a cell far to the right would make rows of thousands of empty cells. */
const mostColumns = 500;

export interface Book {
  parts: Parts;
  calendar: Calendar;
  /** Texts that cells share. */
  shared: () => readonly string[];
  isDate: (style: number) => boolean;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  value: string;
  hasValue: boolean;
  hasFormula: boolean;
}

/** The records of a sheet: texts of cells by column; `isPlain` for those that are numbers and dates. */
export const recordsOfSheet =
  (book: Book, path: string): Records =>
  (take) => {
    let line = 0;
    let cells: string[] = [];
    let plain = new Set<number>();
    let cell: Cell | undefined;
    let isText = false;
    let isPhonetic = false;
    const end = (): void => {
      if (!cell) return;
      const { text, isPlain } = textOf(cell, book);
      if (text !== "") {
        while (cells.length < cell.column) cells.push("");
        cells[cell.column] = text;
        if (isPlain) plain.add(cell.column);
      }
      cell = undefined;
    };
    book.parts.read(path, {
      open(name, attributes) {
        if (name === "row") {
          const stated = Number(attributes["r"] ?? line + 1);
          if (!Number.isInteger(stated) || stated <= line) throw new UnreadableFile("malformedFile", line, "XLSX: row");
          line = stated;
          refuseTooMany(line);
          cells = [];
          plain = new Set();
        } else if (name === "c") {
          const column = attributes["r"] === undefined ? cells.length : columnOf(attributes["r"]);
          if (column === undefined || column >= mostColumns)
            throw new UnreadableFile("malformedFile", line, `XLSX: ${attributes["r"]}`);
          cell = {
            column,
            type: attributes["t"] ?? "n",
            style: Number(attributes["s"] ?? 0),
            value: "",
            hasValue: false,
            hasFormula: false,
          };
        } else if (name === "f" && cell) cell.hasFormula = true;
        else if (name === "rPh") isPhonetic = true;
        else if ((name === "v" || name === "t") && cell) {
          isText = !isPhonetic;
          cell.hasValue = true;
        }
      },
      text(text) {
        if (cell && isText) cell.value += text;
      },
      close(name) {
        if (name === "v" || name === "t") isText = false;
        else if (name === "rPh") isPhonetic = false;
        else if (name === "c") end();
        else if (name === "row") {
          const own = plain;
          take(cells, line, (index) => own.has(index));
        }
      },
    });
  };

function textOf({ type, style, value, hasValue, hasFormula }: Cell, book: Book): { text: string; isPlain: boolean } {
  const asText = (text: string) => ({ text, isPlain: false });
  // A formula that nobody has calculated: its value is not known, and an empty one would be wrong.
  if (hasFormula && !hasValue) return asText("=?");
  if (type === "s") {
    const text = book.shared()[Number(value)];
    if (text === undefined) throw new UnreadableFile("malformedFile", null, "XLSX: sharedStrings");
    return asText(text);
  }
  if (type === "b") return asText(value === "1" ? "TRUE" : "FALSE");
  if (type === "d") return { text: value.replace("T", " ").replace(/(?: 00:00:00)?(?:\.\d+)?Z?$/, ""), isPlain: true };
  if (type !== "n") return asText(unescaped(value));
  if (value === "") return asText("");
  const moment = book.isDate(style) ? momentOf(value, book.calendar) : undefined;
  return { text: moment ?? plainNumber(value) ?? value, isPlain: true };
}
