/** Reads custody statements of holdings of ISO 20022, semt.002 in any version, also inside an envelope. */
import { isCurrency } from "@portico/api/currencies.ts";
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
import { parseDay } from "../../reading/values.ts";
import { readElements } from "../../reading/xml.ts";
import { readHolding } from "./holding.ts";
import { type Node, nodeOf, textAt } from "./tree.ts";

/** Levels of a message inside an envelope inside another. */
const deepest = 40;
const roots = /^SctiesBalCtdyRpt/;
const holdings = new Set(["BalForAcct", "BalForSubAcct"]);
/** Parts of a message that are read whole; the others are passed over. */
const parts = new Set(["Pgntn", "StmtGnlDtls", "SfkpgAcct", ...holdings]);

interface Message {
  line: number;
  general: Node | undefined;
  pages: Node | undefined;
  account: Node | undefined;
  /** Of a sub-account whose holdings follow. */
  subAccount: Node | undefined;
}

class Reader {
  readonly file: ReadFile = emptyFile("semt002");
  readonly today: Day;
  private readonly book = instrumentBook(this.file.instruments);
  private message: Message | undefined;
  private readonly path: string[] = [];
  /** The part that is read, outermost first. */
  private readonly nodes: Node[] = [];
  private readonly expected = new Map<string, number | undefined>();
  private isCounted = false;

  constructor(today: Day) {
    this.today = today;
  }

  open(name: string, attributes: Node["attributes"], line: number): void {
    if (roots.test(name))
      this.message = { line, general: undefined, pages: undefined, account: undefined, subAccount: undefined };
    this.path.push(name);
    const top = this.nodes.at(-1);
    if (!this.message || (!top && !parts.has(name))) return;
    const node = nodeOf(name, attributes, line);
    top?.children.push(node);
    this.nodes.push(node);
  }

  text(written: string): void {
    const top = this.nodes.at(-1);
    if (top && top.text.length < 10_000) top.text += written;
  }

  close(name: string): void {
    this.path.pop();
    const node = this.nodes.pop();
    if (node && this.nodes.length === 0) this.part(node);
    const { message } = this;
    if (!message) return;
    if (name === "SubAcctDtls") message.subAccount = undefined;
    if (roots.test(name)) {
      this.guard(message.line, () => this.account());
      this.message = undefined;
      this.isCounted = false;
    }
  }

  private part(node: Node): void {
    const { message } = this;
    if (!message) return;
    if (node.name === "StmtGnlDtls") message.general = node;
    else if (node.name === "Pgntn") message.pages = node;
    else if (node.name === "SfkpgAcct")
      if (this.path.includes("SubAcctDtls")) message.subAccount = node;
      else message.account = node;
    else {
      this.file.rows += 1;
      refuseTooMany(this.file.rows);
      this.guard(node.line, () => this.take(node));
    }
  }

  /** The account and the day of the statement; throws if it has none, or its page is not the next. */
  private account(): { account: string; day: Day } {
    const { general, pages, account: main, subAccount, line } = this.message as Message;
    const account = (subAccount && textAt(subAccount, "Id")) ?? (main && textAt(main, "Id"));
    if (account === undefined) throw new RefusedRow("missingValue", "SfkpgAcct/Id");
    const written = general && (textAt(general, "StmtDtTm", "Dt") ?? textAt(general, "StmtDtTm", "DtTm"));
    if (written === undefined) throw new RefusedRow("missingValue", "StmtDtTm");
    const day = parseDay(written.slice(0, 10));
    if (day > this.today) throw new RefusedRow("futureDate", day);
    if (general && textAt(general, "UpdTp", "Cd") === "DELT")
      throw new UnreadableFile("malformedFile", line, "UpdTp DELT");
    if (!this.isCounted) {
      this.isCounted = true;
      this.turn(`${(main && textAt(main, "Id")) ?? account} ${day}`, pages);
    }
    const of = getOrAddAccount(this.file, account, line);
    noteStated(of, { day });
    of.listsPositions = true;
    return { account, day };
  }

  /** Pages come in their order, each once, up to the last. */
  private turn(key: string, pages: Node | undefined): void {
    const number = Number((pages && textAt(pages, "PgNb")) ?? "1");
    const isLast = !pages || textAt(pages, "LastPgInd") !== "false";
    const expected = this.expected.has(key) ? this.expected.get(key) : 1;
    if (expected !== number) throw new RefusedRow("missingValue", `PgNb ${expected ?? "-"} ≠ ${number}`);
    this.expected.set(key, isLast ? undefined : number + 1);
  }

  private take(node: Node): void {
    const { account, day } = this.account();
    const base = this.message?.account && textAt(this.message.account, "BaseCcy");
    const { instrument, position } = readHolding(node, base !== undefined && isCurrency(base) ? base : undefined);
    const of = getOrAddAccount(this.file, account, node.line);
    noteStated(of, { day, position: { ...position, line: node.line, instrument: this.book.indexOf(instrument) } });
  }

  /** A refused holding refuses the file: a list with a gap cannot be compared. */
  private guard(line: number, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      const account = (this.message?.account && textAt(this.message.account, "Id")) ?? null;
      this.file.refusals.push({ line, code: error.code, detail: error.detail, account });
    }
  }

  finish(): ReadFile {
    for (const [key, page] of this.expected)
      if (page !== undefined)
        this.file.refusals.push({
          line: null,
          code: "missingValue",
          detail: `PgNb ${page}`,
          account: key.split(" ")[0] ?? null,
        });
    if (this.file.rows === 0 && this.file.accounts.size === 0 && this.file.refusals.length === 0)
      throw new UnreadableFile("emptyFile", null, null);
    return this.file;
  }
}

/** Throws an UnreadableFile for what is no XML, and for a statement of changes only. */
export async function readSemt002(text: string, today: Day): Promise<ReadFile> {
  const reader = new Reader(today);
  await readElements(
    text,
    {
      open: (name, attributes, line) => reader.open(name, attributes, line),
      close: (name) => reader.close(name),
      text: (written) => reader.text(written),
    },
    { deepest, isPrefixed: true },
  );
  return reader.finish();
}
