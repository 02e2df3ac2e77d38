/** The account statements of camt.053 and the notifications of camt.054, alone or inside an envelope. */
import { leaveOut, type ReadFile, RefusedRow, refuseTooMany, UnreadableFile } from "../../reading/parsed-file.ts";
import { parseCurrency } from "../../reading/values.ts";
import { readElements } from "../../reading/xml.ts";
import { find, textAt, treeBuilder, type XmlNode } from "../../reading/xml-tree.ts";
import { readAccount } from "../bank/account.ts";
import type { BankBalance, BankStatement } from "../bank/bank-statement.ts";
import { dayOf, readEntry, signedAmount, statusOf } from "./entry.ts";

/** The elements of one account: of camt.053 and camt.054. */
const statements = new Set(["Stmt", "Ntfctn"]);
/** An entry is sixteen levels deep, an envelope some more. */
const deepest = 40;

interface Reading {
  file: ReadFile;
  statements: BankStatement[];
  refuse: (refused: { node: XmlNode; account: string | null; refusal: RefusedRow }) => void;
}

/** A statement as far as it was read. */
interface Open {
  statement: BankStatement;
  hasCurrency: boolean;
  previous?: BankBalance;
}

const started = (line: number, isNotification: boolean): Open => ({
  statement: { line, account: "", isIban: false, id: "", currency: "", entries: [], isNotification },
  hasCurrency: false,
});

function takeAccount({ statement }: Open, node: XmlNode): void {
  Object.assign(statement, readAccount(textAt(node, "Id", "IBAN") ?? textAt(node, "Id", "Othr", "Id") ?? ""));
  const bank = find(node, "Svcr", "FinInstnId");
  const servicer = textAt(bank, "BICFI") ?? textAt(bank, "BIC");
  if (servicer !== undefined) statement.servicer = servicer;
}

/** The statement's currency is that of its account; without one, that of its first amount. */
function agreeOn(open: Open, currency: string, where: string): void {
  if (!open.hasCurrency) open.statement.currency = currency;
  open.hasCurrency = true;
  if (currency !== open.statement.currency)
    throw new RefusedRow("currencyMismatch", `${open.statement.currency}, ${where} ${currency}`);
}

/** Booked balances count: at the beginning (OPBD, or the closing of the day before, PRCD) and at the end (CLBD). */
function takeBalance(open: Open, node: XmlNode): void {
  const type = textAt(node, "Tp", "CdOrPrtry", "Cd");
  if (type !== "OPBD" && type !== "PRCD" && type !== "CLBD") return;
  const { amount, currency } = signedAmount(node);
  agreeOn(open, currency, type);
  const day = dayOf(find(node, "Dt"));
  if (day === undefined) throw new RefusedRow("missingValue", "Bal/Dt");
  const balance: BankBalance = { line: node.line, day, amount, currency };
  const { statement } = open;
  if (type === "CLBD") statement.closing = balance;
  else if (type === "OPBD") statement.opening = balance;
  else open.previous = balance;
}

/** Takes a part of a statement, such as an entry. */
function take(open: Open, node: XmlNode, { file }: Reading): void {
  const { statement } = open;
  switch (node.name) {
    case "Id":
      statement.id = node.text.trim();
      return;
    case "ElctrncSeqNb":
    case "LglSeqNb":
      statement.number ??= node.text.trim();
      return;
    case "CreDtTm":
      statement.createdAt = node.text.trim();
      return;
    case "Acct": {
      takeAccount(open, node);
      const currency = textAt(node, "Ccy");
      if (currency !== undefined) agreeOn(open, parseCurrency(currency), "Acct");
      return;
    }
    case "Bal":
      return takeBalance(open, node);
    case "Ntry": {
      const status = statusOf(node);
      if (status === undefined) throw new RefusedRow("missingValue", "Ntry/Sts");
      if (status !== "BOOK") return leaveOut(file, `Ntry ${status}`);
      file.rows += 1;
      refuseTooMany(file.rows);
      const entry = readEntry(node, open.hasCurrency ? statement.currency : undefined);
      agreeOn(open, entry.currency, "Ntry");
      statement.entries.push(entry);
    }
  }
}

function end({ statement, previous }: Open, reading: Reading): void {
  if (!statement.opening && previous) statement.opening = previous;
  if (statement.account === "") throw new UnreadableFile("missingValue", statement.line, "Acct/Id");
  // Nothing was said of money at all.
  if (statement.currency === "") return leaveOut(reading.file, statement.isNotification ? "Ntfctn" : "Stmt");
  reading.statements.push(statement);
}

/** Adds the statements of the text to `statements`; a part that cannot be read is refused, and reading continues. */
export async function readCamt(text: string, reading: Reading): Promise<void> {
  let open: Open | undefined;
  let found = 0;
  const part = treeBuilder();
  let depth = 0;
  await readElements(
    text,
    {
      open(name, attributes, line) {
        if (open) {
          depth += 1;
          part.open(name, attributes, line);
        } else if (statements.has(name)) {
          found += 1;
          open = started(line, name === "Ntfctn");
        }
      },
      text(piece) {
        if (depth > 0) part.text(piece);
      },
      close() {
        if (!open) return;
        if (depth === 0) {
          end(open, reading);
          open = undefined;
          return;
        }
        depth -= 1;
        const node = part.close();
        if (node) attempt(open, node, reading);
      },
    },
    { deepest, isPrefixed: true },
  );
  if (found === 0) throw new UnreadableFile("missingValue", null, "Stmt");
}

function attempt(open: Open, node: XmlNode, reading: Reading): void {
  try {
    take(open, node, reading);
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    reading.refuse({ node, account: open.statement.account || null, refusal: error });
  }
}
