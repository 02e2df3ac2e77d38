/** Reads SWIFT's statements of holdings, MT535: several messages and pages in one file. */
import type { Day } from "@portico/ledger/entry.ts";
import { instrumentBook } from "../../reading/instruments.ts";
import {
  emptyFile,
  getOrAddAccount,
  type ReadFile,
  RefusedRow,
  refuseTooMany,
  UnreadableFile,
} from "../../reading/parsed-file.ts";
import { noteStated } from "../../reading/stated-positions.ts";
import { type Field, readBlocks } from "./blocks.ts";
import { type HoldingFields, readHolding } from "./holding.ts";
import { swiftDay } from "./values.ts";

/** What the first block of a message says. */
interface Statement {
  line: number;
  account: string | undefined;
  day: Day | undefined;
  /** Number and indicator of the page: `ONLY`, `MORE`, `LAST`. */
  page: string;
}

const noStatement: Statement = { line: 1, account: undefined, day: undefined, page: "1/ONLY" };

/** The part of an account that is no code of its issuer: `12345678`, `70033100/12345678`. */
const accountIn = (value: string): string => value.split("\n")[0]?.trim().replace(/\s+/g, "") ?? "";

class Reader {
  readonly file: ReadFile = emptyFile("mt535");
  readonly today: Day;
  private readonly book = instrumentBook(this.file.instruments);
  private statement: Statement = noStatement;
  /** The page that follows, by account and day; undefined once the last one came. */
  private readonly expected = new Map<string, number | undefined>();
  private holding: (HoldingFields & { fields: Field[]; balances: Field[]; line: number }) | undefined;

  constructor(today: Day) {
    this.today = today;
  }

  open(block: string, line: number): void {
    if (block === "GENL") this.statement = { ...noStatement, line };
    if (block === "FIN") this.holding = { fields: [], balances: [], line };
  }

  field(field: Field, path: readonly string[]): void {
    const block = path.at(-1);
    if (block === "GENL") this.general(field);
    // What describes the security has a block of its own within its holding.
    else if (block !== "SUBBAL") this.holding?.fields.push(field);
    if ((field.tag === "93B" || field.tag === "93C") && field.code !== "AGGR") this.holding?.balances.push(field);
  }

  private general({ tag, code, value, line }: Field): void {
    const { statement } = this;
    if (tag === "28E") statement.page = value.trim();
    if (tag === "97A" && code === "SAFE") statement.account = accountIn(value);
    if (tag === "97B" && code === "SAFE") statement.account = accountIn(value.split("/").at(-1) ?? "");
    if (/^98[AC]$/.test(tag) && (code === "STAT" || (code === "PREP" && statement.day === undefined)))
      this.guard(line, () => {
        statement.day = swiftDay(value);
      });
    if (tag === "23G" && !value.startsWith("NEWM")) throw new UnreadableFile("malformedFile", line, `:23G:${value}`);
    // Only what changed: a list with gaps cannot be compared.
    if (tag === "22F" && code === "CODE" && value.trim() === "DELT")
      throw new UnreadableFile("malformedFile", line, `:22F::CODE//${value}`);
  }

  close(block: string): void {
    if (block === "GENL") this.begin();
    if (block !== "FIN" || !this.holding) return;
    const { line, ...fields } = this.holding;
    this.holding = undefined;
    this.file.rows += 1;
    refuseTooMany(this.file.rows);
    this.guard(line, () => this.take(line, fields));
  }

  /** The account of a statement is stated even if it holds nothing. */
  private begin(): void {
    const { account, day, line, page } = this.statement;
    this.guard(line, () => {
      if (account === undefined) throw new RefusedRow("missingValue", ":97A::SAFE");
      if (day === undefined) throw new RefusedRow("missingValue", ":98A::STAT");
      if (day > this.today) throw new RefusedRow("futureDate", day);
      this.turn(`${account} ${day}`, page);
      const of = getOrAddAccount(this.file, account, line);
      noteStated(of, { day });
      of.listsPositions = true;
    });
  }

  /** Pages come in their order, each once, up to the last. */
  private turn(key: string, page: string): void {
    const [, number = "1", indicator = "ONLY"] = /^(\d{1,5})\/(ONLY|MORE|LAST)$/.exec(page) ?? [];
    const expected = this.expected.has(key) ? this.expected.get(key) : 1;
    if (expected !== Number(number)) throw new RefusedRow("missingValue", `:28E:${expected ?? "-"} ≠ :28E:${page}`);
    this.expected.set(key, indicator === "MORE" ? expected + 1 : undefined);
  }

  private take(line: number, fields: HoldingFields): void {
    const { account, day } = this.statement;
    const { instrument, position } = readHolding(fields);
    const of = getOrAddAccount(this.file, account ?? "?", line);
    if (day === undefined) of.positions.push({ ...position, line, instrument: this.book.indexOf(instrument) });
    else noteStated(of, { day, position: { ...position, line, instrument: this.book.indexOf(instrument) } });
    if (account === undefined) throw new RefusedRow("missingValue", ":97A::SAFE");
  }

  /** A refused holding refuses the file: a list with a gap cannot be compared. */
  private guard(line: number, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      const account = this.statement.account ?? null;
      this.file.refusals.push({ line, code: error.code, detail: error.detail, account });
    }
  }

  finish(): ReadFile {
    for (const [key, page] of this.expected)
      if (page !== undefined)
        this.file.refusals.push({
          line: null,
          code: "missingValue",
          detail: `:28E:${page}`,
          account: key.split(" ")[0] ?? null,
        });
    if (this.file.rows === 0 && this.file.accounts.size === 0 && this.file.refusals.length === 0)
      throw new UnreadableFile("emptyFile", null, null);
    return this.file;
  }
}

/** Throws an UnreadableFile for blocks that do not close, for a cancelled statement and for one of changes only. */
export function readMt535(text: string, today: Day): ReadFile {
  const reader = new Reader(today);
  readBlocks(text, {
    open: (block, line) => reader.open(block, line),
    field: (field, path) => reader.field(field, path),
    close: (block) => reader.close(block),
  });
  return reader.finish();
}
