/** The account statements of a file of MT940. */
import { leaveOut, type ReadFile, RefusedRow, refuseTooMany } from "../../reading/parsed-file.ts";
import { readAccount } from "../bank/account.ts";
import type { BankEntry, BankStatement } from "../bank/bank-statement.ts";
import { parseBalance } from "./balance.ts";
import { type Details, readDetails } from "./details.ts";
import { readEntry } from "./entry.ts";
import { readMessages, type SwiftField } from "./fields.ts";

/** What a field was refused for. */
export interface RefusedField {
  field: SwiftField;
  account: string | null;
  refusal: RefusedRow;
}

/** Gives an entry what its `:86:` says. */
function addDetails(entry: BankEntry, { transaction, text, ...details }: Details): void {
  const { ownReference } = entry;
  Object.assign(entry, details, { text: [text, entry.text].filter(Boolean).join(" ") });
  // The reference of the order itself comes before what the text repeats.
  if (ownReference !== undefined && details.ownReference === undefined) entry.ownReference = ownReference;
  if (transaction !== undefined && entry.code) entry.code.transaction = transaction;
}

interface Reading {
  file: ReadFile;
  statements: BankStatement[];
  refuse: (refused: RefusedField) => void;
}

/** Reads a message's fields one after the other; a message may hold several statements. */
class MessageReader {
  private id = "";
  private account: ReturnType<typeof readAccount> | undefined;
  private number: string | undefined;
  private statement: BankStatement | undefined;
  /** The opening balance of a statement whose closing balance did not come yet. */
  private opened: SwiftField | undefined;
  private entry: BankEntry | undefined;
  private readonly reading: Reading;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  read(field: SwiftField): void {
    try {
      this.take(field);
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      this.entry = undefined;
      this.reading.refuse({ field, account: this.account?.account ?? null, refusal: error });
    }
  }

  /** A statement without its closing balance was cut off. */
  finish(): void {
    if (this.opened) this.refuseOpen(this.opened);
  }

  private refuseOpen(field: SwiftField): void {
    this.opened = undefined;
    const refusal = new RefusedRow("missingValue", ":62F:");
    this.reading.refuse({ field, account: this.account?.account ?? null, refusal });
  }

  private take(field: SwiftField): void {
    const [first = ""] = field.lines;
    switch (field.tag) {
      case "20":
        this.id = first.trim();
        return;
      case "25":
      case "25P":
        this.end();
        this.account = readAccount(first);
        return;
      case "28":
      case "28C":
        this.number = first.trim() || undefined;
        return this.end();
      case "60F":
      case "60M":
        return this.open(field);
      case "61":
        return this.addEntry(field);
      case "86":
        // After the closing balance it is about the statement.
        if (this.entry) addDetails(this.entry, readDetails(field.lines));
        this.entry = undefined;
        return;
      case "62F":
      case "62M":
        return this.close(field);
      default:
        this.entry = undefined;
    }
  }

  private end(): void {
    if (this.opened) this.refuseOpen(this.opened);
    this.statement = undefined;
    this.entry = undefined;
  }

  private open(field: SwiftField): void {
    if (!this.account) throw new RefusedRow("missingValue", ":25:");
    const opening = parseBalance(field);
    this.end();
    this.opened = field;
    this.statement = {
      line: field.line,
      ...this.account,
      id: this.id,
      ...(this.number !== undefined && { number: this.number }),
      currency: opening.currency,
      opening,
      entries: [],
      isNotification: false,
    };
    this.reading.statements.push(this.statement);
  }

  private addEntry(field: SwiftField): void {
    this.entry = undefined;
    const { file } = this.reading;
    file.rows += 1;
    refuseTooMany(file.rows);
    if (!this.statement) throw new RefusedRow("missingValue", ":60F:");
    const { isExpected, ...entry } = readEntry(field, this.statement.currency);
    if (isExpected) return leaveOut(file, ":61: EC/ED");
    this.entry = entry;
    this.statement.entries.push(entry);
  }

  private close(field: SwiftField): void {
    this.entry = undefined;
    this.opened = undefined;
    if (!this.statement) throw new RefusedRow("missingValue", ":60F:");
    const closing = parseBalance(field);
    if (closing.currency !== this.statement.currency)
      throw new RefusedRow("currencyMismatch", `${this.statement.currency}, ${closing.currency}`);
    this.statement.closing = closing;
    this.statement = undefined;
  }
}

/** Adds the statements of the text to `statements`; a field that cannot be read is refused, and reading continues. */
export function readMt940(text: string, reading: Reading): void {
  for (const message of readMessages(text)) {
    const reader = new MessageReader(reading);
    for (const field of message) reader.read(field);
    reader.finish();
  }
}
