/** Account statements as a file of imports: what a client's own account books, and which statements do not close. */
import type { UsedCode } from "@portico/api/custodians/bank-codes.ts";
import type { ImportRemark } from "@portico/api/imports.ts";
import type { BankCodeKind } from "@portico/api/rules/custodians.ts";
import type { ImportFormat } from "@portico/api/rules/import-kinds.ts";
import type { EntryKind } from "../../../portfolios/ledger/entries.ts";
import { type Decisions, type DescribedRow, findRefusal, followDecision } from "../../questions/decisions.ts";
import { followingRepeated } from "../../questions/refused-rows.ts";
import { entryBook, hashEntry } from "../../reading/identity.ts";
import {
  emptyFile,
  type FileEntry,
  getOrAddAccount,
  leaveOut,
  type ReadFile,
  RefusedRow,
  shortened,
  UnreadableFile,
} from "../../reading/parsed-file.ts";
import { isNegative, isZero } from "../../reading/values.ts";
import type { GivenWhole } from "../format.ts";
import { type BankEntry, type BankPayment, type BankStatement, breakOf } from "./bank-statement.ts";
import { chained, firstOfEach } from "./chains.ts";
import { entryNames, isIdentified } from "./identity.ts";
import { kindOf, kindsOf, mappedKindOf, namesOf } from "./kinds.ts";
import { ledgerEntryOf } from "./ledger-entry.ts";

/** A part of the file that was refused while it was read, as it is shown. */
export interface RefusedPart {
  row: Omit<DescribedRow, "kinds" | "moved">;
  refusal: RefusedRow;
}

type Given = Pick<GivenWhole, "today" | "decisions" | "findCodes">;

export interface BankReading {
  format: ImportFormat;
  file: ReadFile;
  statements: BankStatement[];
  refusePart: (part: RefusedPart) => void;
}

/** What a reader of messages fills. */
export function startBankReading(format: ImportFormat, { decisions }: Pick<Given, "decisions">): BankReading {
  const file = emptyFile(format);
  return {
    format,
    file,
    statements: [],
    refusePart({ row, refusal }) {
      refuseUnlessDecided({ file, decisions }, { ...row, moved: [], kinds: [] }, refusal);
    },
  };
}

/** Refuses a row, unless a colleague decided about it. */
function refuseUnlessDecided(
  { file, decisions }: { file: ReadFile; decisions: Decisions },
  row: DescribedRow,
  refusal: RefusedRow,
  bookAs: (kind: EntryKind) => void = () => undefined,
): void {
  const left = findRefusal(refusal, () => followDecision({ file, decisions, row, refusal, bookAs }));
  if (left) file.refusals.push({ line: row.line, code: left.code, detail: left.detail, account: row.account });
}

/** Says that opening balance and entries do not make the closing balance, which a person may leave out with a reason. */
function checkClosing(statement: BankStatement, given: { file: ReadFile; decisions: Decisions }): void {
  const { account, currency, opening, closing, id, number } = statement;
  const rest = breakOf(statement);
  if (rest === null || rest === undefined || !opening || !closing) return;
  const of = [`${opening.day} ${opening.amount}`, `${closing.day} ${closing.amount}`].join(" → ");
  const row: DescribedRow = {
    line: closing.line,
    account,
    name: [id, number].filter(Boolean).join(" "),
    text: of,
    moved: [{ amount: rest, unit: currency }],
    kinds: [],
    fields: [
      ["statement", id],
      ["number", number ?? ""],
      ["opening", `${opening.day} ${opening.amount}`],
      ["closing", `${closing.day} ${closing.amount}`],
      ["break", rest],
    ],
  };
  refuseUnlessDecided(given, row, new RefusedRow("notClosing", `${of}: ${rest} ${currency}`));
}

const describe = (account: string, entry: BankEntry, name: string): DescribedRow => ({
  line: entry.line,
  account,
  name: [entry.code?.code, entry.code?.transaction].filter(Boolean).join(" ") || name,
  text: [entry.counterparty, entry.text].filter(Boolean).join(" · ") || null,
  moved: [{ amount: entry.amount, unit: entry.currency }],
  kinds: kindsOf(entry),
  codes: namesOf(entry.code),
  fields: [["name", name]],
});

/** The file of the statements that were read. Throws an UnreadableFile if there are none. */
export async function finishBankReading(
  { file, statements, format }: BankReading,
  { today, decisions, findCodes }: Given,
): Promise<ReadFile> {
  if (statements.length === 0 && file.refusals.length === 0 && file.undecided.length === 0)
    throw new UnreadableFile("emptyFile", null, null);
  const given = { file, decisions };
  const book = entryBook(file.entries, followingRepeated(file, decisions));
  const named = entryNames();
  file.bank = { statements: [], names: new Map(), codes: [], lost: [] };
  const codes = await findCodes?.([...new Set(statements.map(({ account }) => account))], format);
  const used = usedCodes(file.bank.codes);
  for (const statement of firstOfEach(statements, () => leaveOut(file, "Stmt"))) {
    const { account, line } = statement;
    file.bank.statements.push(statement);
    getOrAddAccount(file, account, line);
    checkClosing(statement, given);
    file.bank.lost.push(...lostLetters(statement));
    for (const entry of statement.entries) {
      if (isZero(entry.amount)) {
        leaveOut(file, `0.00 ${entry.currency}`);
        continue;
      }
      if (statement.isNotification && !isIdentified(entry)) {
        leaveOut(file, "Ntfctn/Ntry");
        continue;
      }
      const name = named(statement, entry);
      file.bank.names.set(entry, name);
      const add = (kind: EntryKind): void => book.add(ledgerEntryOf(statement, entry, { name, kind, today }));
      const own = codes?.get(account);
      const mapped = own && mappedKindOf(entry, own.kinds);
      if (own && mapped) used(own.custodian, mapped);
      const kind = mapped?.kind ?? kindOf(entry);
      // An error and a description of each of 100,000 entries would take as long as reading them.
      const row = (): DescribedRow => describe(account, entry, name);
      if (kind !== undefined) attempt(given, row, () => add(kind));
      else refuseUnlessDecided(given, row(), new RefusedRow("unknownKind", entry.code?.code ?? "?"), add);
    }
  }
  for (const entry of file.entries) entry.fingerprint = fingerprintOf(entry);
  for (const [account, cash] of chained(file.bank.statements)) {
    const known = file.accounts.get(account);
    if (known) Object.assign(known, cash);
  }
  file.entries.sort((one, other) => one.line - other.line);
  return file;
}

/**
 * Texts differ between a notification and the statement after it. What a code means may be said otherwise later, and what was booked is
 * known all the same: by figures alone.
 */
function fingerprintOf(entry: FileEntry): string {
  const kind = isNegative(entry.amount) ? "withdrawal" : "deposit";
  return hashEntry({ ...entry, kind, description: undefined });
}

/** The first entry of a statement in whose texts letters were lost before the file came here. */
function lostLetters({ account, currency, entries }: BankStatement): ImportRemark[] {
  const textsOf = ({ text, counterparty, ownReference }: BankPayment) => [text, counterparty, ownReference];
  for (const entry of entries) {
    const found = [entry, ...entry.payments].flatMap(textsOf).find((text) => text?.includes("\uFFFD"));
    if (found !== undefined)
      return [{ code: "lettersLost", line: entry.line, account, currency, amount: "0", detail: shortened(found) }];
  }
  return [];
}

/** Counts the entries that were read by each code of the firm's lists. */
function usedCodes(list: UsedCode[]) {
  const known = new Map<string, UsedCode>();
  return (custodian: UsedCode["custodian"], { name: code, mapped: kind }: { name: string; mapped: BankCodeKind }) => {
    const key = `${custodian.id} ${code}`;
    const one = known.get(key) ?? { custodian, code, kind, entries: 0 };
    if (!known.has(key)) list.push(one);
    known.set(key, one);
    one.entries += 1;
  };
}

function attempt(given: { file: ReadFile; decisions: Decisions }, row: () => DescribedRow, add: () => void): void {
  try {
    add();
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    refuseUnlessDecided(given, { ...row(), kinds: [] }, error);
  }
}
