/** Account statements of banks in tables, from rows that a mapping made: the same model as the messages of banks. */
import { type Currency, type EntryKind, entryKinds } from "@portico/ledger/entry.ts";
import { followingDecisions } from "../csv/decided-rows.ts";
import { type CsvRow, type Rows, readRecords } from "../csv/records.ts";
import { numberOf, requiredCurrency, requiredDay, requiredNumber, requiredText, textOf } from "../csv/row.ts";
import { readAccount } from "../formats/bank/account.ts";
import { type BankEntry, type BankStatement, inOneLine, referenceOrNone } from "../formats/bank/bank-statement.ts";
import { finishBankReading, startBankReading } from "../formats/bank/reading.ts";
import type { GivenWhole } from "../formats/format.ts";
import { type ReadFile, RefusedRow } from "../reading/parsed-file.ts";
import { negated, parseDay, sum } from "../reading/values.ts";

type Given = Pick<GivenWhole, "today" | "decisions" | "findCodes">;

/** An entry with the account's balance behind it, if the row states one. */
interface Row {
  entry: BankEntry;
  balance: string | undefined;
}

interface Table extends Pick<BankStatement, "account" | "isIban" | "servicer"> {
  currency: Currency;
  rows: Row[];
}

const isKind = (text: string | undefined): text is EntryKind => entryKinds.some((kind) => kind === text);

function entryOf(row: CsvRow): BankEntry {
  const kind = textOf(row, "kind");
  // What the table of kinds does not know is the bank's own name, which staff may give a kind once for all files.
  const code = textOf(row, "code") ?? (isKind(kind) ? undefined : kind);
  const valueOn = textOf(row, "value_date");
  const ownReference = referenceOrNone(textOf(row, "reference"));
  const bankReference = referenceOrNone(textOf(row, "id"));
  const counterparty = textOf(row, "counterparty");
  const counterpartyAccount = textOf(row, "counterparty_account")?.replace(/\s+/g, "");
  return {
    line: row.line,
    bookedOn: requiredDay(row, "date"),
    ...(valueOn !== undefined && { valueOn: parseDay(valueOn) }),
    // As every message of banks has it: 5.00 and 5 are one amount.
    amount: sum(requiredNumber(row, "amount"), "0"),
    currency: requiredCurrency(row, "currency"),
    ...(isKind(kind) && { kind }),
    ...(code !== undefined && { code: { scheme: "own" as const, code } }),
    ...(ownReference !== undefined && { ownReference }),
    ...(bankReference !== undefined && { bankReference }),
    ...(counterparty !== undefined && { counterparty: inOneLine(counterparty) }),
    ...(counterpartyAccount !== undefined && { counterpartyAccount }),
    text: inOneLine(textOf(row, "description") ?? ""),
    isReversal: false,
    payments: [],
  };
}

/** The line of the first row whose balance does not follow from the row before; undefined if all do. */
function firstBreak(rows: readonly Row[]): number | undefined {
  return rows.find(({ entry, balance }, place) => {
    const before = rows[place - 1]?.balance;
    return before !== undefined && balance !== undefined && sum(before, entry.amount) !== sum(balance, "0");
  })?.entry.line;
}

/** Oldest first. Banks list either way: the balances tell, or else the days. */
function inOrder(rows: readonly Row[]): { rows: readonly Row[]; broken: number | undefined } {
  const reversed = rows.toReversed();
  const [broken, brokenReversed] = [firstBreak(rows), firstBreak(reversed)];
  const [first, last] = [rows[0]?.entry.bookedOn ?? "", rows.at(-1)?.entry.bookedOn ?? ""];
  const isReversed = (broken !== undefined && brokenReversed === undefined) || (broken !== undefined && first > last);
  return isReversed ? { rows: reversed, broken: brokenReversed } : { rows, broken };
}

/** What the rows of one account and currency state, from the balance before the first to that behind the last. */
function statementOf({ rows: written, ...account }: Table): BankStatement {
  const { rows, broken } = inOrder(written);
  const entries = written.map(({ entry }) => entry);
  const [first, last] = [rows[0], rows.at(-1)];
  const statement = {
    ...account,
    line: entries[0]?.line ?? 1,
    id: [first, last].map((row) => row?.entry.bookedOn).join(" – "),
    entries,
    isNotification: false,
  };
  if (first?.balance === undefined || last?.balance === undefined) return statement;
  const { currency } = account;
  const before = sum(first.balance, negated(first.entry.amount));
  return {
    ...statement,
    opening: { line: first.entry.line, day: first.entry.bookedOn, amount: before, currency },
    closing: { line: broken ?? last.entry.line, day: last.entry.bookedOn, amount: sum(last.balance, "0"), currency },
  };
}

/** Reads the rows as statements, one per account and currency. Balances count if each row has one. */
export async function readMappedCash(source: { rows: Rows }, given: Given): Promise<ReadFile> {
  const reading = startBankReading("mapped", given);
  const { file } = reading;
  const tables = new Map<string, Table>();
  const read = (row: CsvRow): void => {
    const entry = entryOf(row);
    const account = readAccount(requiredText(row, "account"));
    const key = `${account.account} ${entry.currency}`;
    const table = tables.get(key) ?? { ...account, currency: entry.currency, rows: [] };
    const balance = numberOf(row, "balance");
    const before = table.rows[0];
    if (before && (before.balance === undefined) !== (balance === undefined))
      throw new RefusedRow("missingValue", "balance");
    tables.set(key, table);
    table.rows.push({ entry, balance });
  };
  // Of rows alone, whose columns the mapping makes, none is unknown.
  const columns = { kind: "statement" as const, known: new Set<string>(), required: [] };
  const follow = followingDecisions({ file, decisions: given.decisions });
  file.rows = readRecords(source, columns, read, file.refusals, follow);
  for (const table of tables.values()) reading.statements.push(statementOf(table));
  return finishBankReading(reading, given);
}
