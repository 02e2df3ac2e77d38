/** Interactive Brokers' Flex statement: the meaning of its elements, and what is ignored deliberately. */
import type { ImportKind } from "@portico/api/rules/import-kinds.ts";
import type { Day } from "../../portfolios/ledger/entries.ts";
import type { Decisions } from "../questions/decisions.ts";
import { createClock } from "../reading/clock.ts";
import {
  emptyFile,
  getOrAddAccount,
  leaveOut,
  type ReadFile,
  RefusedRow,
  refuseTooMany,
  UnreadableFile,
} from "../reading/parsed-file.ts";
import { type Attributes, readElements } from "../reading/xml.ts";
import {
  readCashTransaction,
  readSalesTax,
  readTransactionTax,
  readTransfer,
  taxedTradeOf,
  taxInsideTrade,
} from "./cash.ts";
import {
  type OpenPositions,
  readCashMark,
  readCashReport,
  readMarkPrice,
  readOpenPositions,
  readPeriod,
} from "./closing.ts";
import { readCorporateActions } from "./corporate-actions.ts";
import { settleTrades } from "./corrections.ts";
import { type DividendAccruals, readDividendAccruals } from "./dividend-accruals.ts";
import { exclude } from "./exclusions.ts";
import { type FlexRates, readRates } from "./rates.ts";
import { type FlexReading, startReading } from "./reader-state.ts";
import {
  type FlexRow,
  isBooked,
  momentOf,
  requireBooked,
  requiredCurrency,
  requiredInstrument,
  statementZone,
  textOf,
  withMajorUnits,
} from "./row.ts";
import { readTrade } from "./trades.ts";

/** Elements that contain rows or describe the file, and are not rows themselves. */
const frames = new Set(["FlexQueryResponse", "FlexStatements", "FlexStatement", "AccountInformation"]);
/** Sections with a total in their own tag are not rows either: a row is inside its section. */
const rowDepth = 5;
/** A few levels more are harmless. */
const deepest = 12;

/** Data collected until a statement's end, because rows depend on each other. */
interface Statement {
  account: string;
  line: number;
  /** Its last day. */
  to: Day | undefined;
  /** Number of executions, and those that include their transaction taxes. */
  executions: number;
  taxedTrades: Set<string>;
  otherTrades: FlexRow[];
  cash: { detail: FlexRow[]; summary: FlexRow[] };
  actions: FlexRow[];
  transactionTaxes: FlexRow[];
  salesTaxes: FlexRow[];
  transfers: FlexRow[];
  securities: FlexRow[];
  cashReport: FlexRow[];
  cashMarks: FlexRow[];
  positions: OpenPositions;
  accruals: DividendAccruals;
}

const startStatement = (account: string, line: number): Statement => ({
  account,
  line,
  to: undefined,
  executions: 0,
  taxedTrades: new Set(),
  otherTrades: [],
  cash: { detail: [], summary: [] },
  actions: [],
  transactionTaxes: [],
  salesTaxes: [],
  transfers: [],
  securities: [],
  cashReport: [],
  cashMarks: [],
  positions: { summary: [], lots: [] },
  accruals: { isListed: false, open: [], changes: [] },
});

const levelOf = (row: FlexRow): string => row.attributes["levelOfDetail"] ?? "";

/** How a row is handled: booked or compared at the end, counted separately, or ignored. */
type Fate = "trade" | "booked" | "compared" | "apart" | "leftOut";

function sort(row: FlexRow, statement: Statement): Fate {
  const level = levelOf(row);
  const put = (rows: FlexRow[], fate: Fate): Fate => (rows.push(row) > 0 ? fate : fate);
  switch (row.name) {
    case "Trade":
      return (level === "" || level === "EXECUTION") && !row.isOverAccounts
        ? "trade"
        : put(statement.otherTrades, "apart");
    case "Order":
    case "Lot":
    case "SymbolSummary":
    case "AssetSummary":
      return put(statement.otherTrades, "apart");
    case "CashTransaction":
      return level === "SUMMARY" ? put(statement.cash.summary, "apart") : put(statement.cash.detail, "booked");
    case "CorporateAction":
      return level === "SUMMARY" ? "leftOut" : put(statement.actions, "booked");
    case "TransactionTax":
      return level === "SUMMARY" ? "leftOut" : put(statement.transactionTaxes, "booked");
    case "SalesTax":
      return put(statement.salesTaxes, "booked");
    case "Transfer":
      return level === "LOT" ? "leftOut" : put(statement.transfers, "booked");
    case "CashReportCurrency":
      return put(statement.cashReport, "compared");
    case "OpenPosition":
      return put(level === "LOT" ? statement.positions.lots : statement.positions.summary, "compared");
    case "OpenDividendAccrual":
      return put(statement.accruals.open, "compared");
    case "ChangeInDividendAccrual":
      return put(statement.accruals.changes, "compared");
    case "SecurityInfo":
      return put(statement.securities, "compared");
    case "MTMPerformanceSummaryUnderlying":
      return row.attributes["assetCategory"] === "CASH" ? put(statement.cashMarks, "compared") : "leftOut";
    default:
      return "leftOut";
  }
}

/** How statements write that a row is of no single account. */
const noAccount = "-";

/** Sections whose rows are booked or compared. */
const sections = [
  "actions",
  "transactionTaxes",
  "salesTaxes",
  "transfers",
  "cashReport",
  "cashMarks",
] as const satisfies (keyof Statement)[];

/** Drops summaries of all accounts from a section that has rows of one. */
function dropSummaries(rows: FlexRow[], reading: FlexReading): FlexRow[] {
  const own = rows.filter(({ isOverAccounts }) => !isOverAccounts);
  if (own.length === 0) return rows;
  for (const { name, isOverAccounts } of rows) if (isOverAccounts) reading.leaveOut(`${name} accountId –`);
  return own;
}

/** Books the collected data in the order of its dependencies. */
function settle(statement: Statement, reading: FlexReading): void {
  for (const section of sections) statement[section] = dropSummaries(statement[section], reading);
  statement.cash.detail = dropSummaries(statement.cash.detail, reading);
  statement.positions.summary = dropSummaries(statement.positions.summary, reading);
  statement.positions.lots = dropSummaries(statement.positions.lots, reading);
  statement.accruals.open = dropSummaries(statement.accruals.open, reading);
  statement.accruals.changes = dropSummaries(statement.accruals.changes, reading);
  const { otherTrades, cash } = statement;
  const { file } = reading;
  const attempt = (row: FlexRow, read: () => void): void =>
    reading.attempt(row, () => {
      if (!exclude(row, reading)) read();
    });
  // First, so that names and types of instruments are as in the custodian's own list.
  for (const row of statement.securities) noteSecurity(row, reading);
  const [other] = otherTrades;
  // Orders and summaries repeat the executions; without executions the trades would be silently lost.
  if (statement.executions === 0 && other)
    reading.attempt(other, () => {
      throw new RefusedRow("unknownKind", `${other.name} ${levelOf(other)}`.trim());
    });
  for (const row of otherTrades) reading.leaveOut(`${row.name} ${levelOf(row)}`.trim());

  for (const row of cash.detail.length > 0 ? cash.detail : cash.summary)
    attempt(row, () => readCashTransaction(row, reading));
  if (cash.detail.length === 0) file.rows += cash.summary.length;
  else if (cash.summary.length > 0) leaveOut(file, "CashTransaction SUMMARY", cash.summary.length);
  for (const row of statement.salesTaxes) attempt(row, () => readSalesTax(row, reading));
  for (const row of statement.transfers) attempt(row, () => readTransfer(row, reading));

  readCorporateActions(statement.actions, reading);
  for (const row of statement.transactionTaxes) {
    const trade = taxedTradeOf(row);
    if (trade !== undefined && statement.taxedTrades.has(trade)) reading.leaveOut("TransactionTax");
    else attempt(row, () => readTransactionTax(row, reading));
  }
  readClosing(statement, reading);
  if (statement.positions.summary.length > 0 && statement.positions.lots.length > 0)
    leaveOut(file, "OpenPosition LOT", statement.positions.lots.length);
}

/**
 * The statement's closing figures. A file may have one statement per day of the same account: the last day's closing
 * counts, with the opening cash of the first.
 */
function readClosing(
  { account, line, to, cashReport, cashMarks, positions, accruals }: Statement,
  reading: FlexReading,
): void {
  const known = account === "" ? undefined : getOrAddAccount(reading.file, account, line);
  if (known?.to !== undefined && to !== undefined && to < known.to) return;
  const began = new Map(known?.cash.map(({ currency, starting }) => [currency, starting]));
  known?.positions.splice(0);
  known?.cash.splice(0);
  for (const row of cashReport) reading.attempt(row, () => readCashReport(row, reading));
  for (const row of cashMarks) reading.attempt(row, () => readCashMark(row, reading));
  readOpenPositions(positions, reading);
  readDividendAccruals(accruals, { known, to }, reading);
  for (const cash of known?.cash ?? []) cash.starting = began.get(cash.currency) ?? cash.starting;
}

interface Given {
  kind: ImportKind;
  today: Day;
  /** Keys of instruments to exclude. */
  exclude?: readonly string[];
  decisions: Decisions;
}

/** Reads a Flex file as a statement, as prices (its open positions' marks), or as FX rates. */
export async function readFlex(text: string, { kind, today, exclude: keys = [], decisions }: Given): Promise<ReadFile> {
  const file = emptyFile("ibFlex");
  const reading = startReading(file, {
    clock: createClock(statementZone),
    today,
    exclude: new Set(kind === "statement" ? keys : []),
    decisions,
  });
  const rates: FlexRates = { conversions: [], carried: [] };
  const statedBase = new Map<string, string>();
  let statement: Statement | undefined;
  let depth = 0;
  let statements = 0;

  function open(name: string, attributes: Attributes, line: number): void {
    depth += 1;
    if (depth === 1 && name !== "FlexQueryResponse") throw new UnreadableFile("unknownFormat", line, name);
    const named = attributes["accountId"]?.trim();
    const isOverAccounts = named === noAccount;
    const account = named && !isOverAccounts ? named : reading.statementAccount;
    const row: FlexRow = {
      name,
      line,
      attributes: withMajorUnits(
        account === undefined || account === named ? attributes : { ...attributes, accountId: account },
      ),
      ...(isOverAccounts && { isOverAccounts }),
    };
    if (name === "FlexStatement") {
      statements += 1;
      const opened = startStatement(isOverAccounts ? "" : (named ?? ""), line);
      statement = opened;
      reading.statementAccount = opened.account || undefined;
      reading.attempt(row, () => {
        if (!isOverAccounts) readPeriod(row, reading.accountOf(row));
        opened.to = momentOf(row, "toDate")?.day;
      });
      return;
    }
    if (name === "AccountInformation")
      reading.attempt(row, () => {
        const currency = textOf(row, "currency");
        if (currency === undefined || (isOverAccounts && reading.statementAccount === undefined)) return;
        requiredCurrency(row);
        const { account } = reading.accountOf(row);
        statedBase.set(account, currency);
        getOrAddAccount(file, account, line).baseCurrency = currency;
      });
    if (name === "OpenDividendAccruals" && statement) statement.accruals.isListed = true;
    if (frames.has(name) || depth < rowDepth || !statement) return;
    readRow(row, statement);
  }

  function readRow(row: FlexRow, current: Statement): void {
    if (kind === "rates") {
      if (row.name === "ConversionRate") rates.conversions.push(row);
      else if (row.attributes["fxRateToBase"] !== undefined) rates.carried.push(row);
      return;
    }
    if (kind === "prices") {
      if (row.name !== "OpenPosition" || levelOf(row) === "LOT") return;
      // Prices of instruments that the portal does not book are not needed.
      if (!isBooked(row)) return reading.leaveOut(`OpenPosition ${row.attributes["assetCategory"]}`);
      file.rows += 1;
      reading.attempt(row, () => readMarkPrice(row, reading));
      return;
    }
    const fate = sort(row, current);
    if (fate === "trade") {
      current.executions += 1;
      reading.attempt(row, () => {
        if (!exclude(row, reading)) readTrade(row, reading);
        const id = taxInsideTrade(row) ? textOf(row, "tradeID") : undefined;
        if (id !== undefined) current.taxedTrades.add(id);
      });
    }
    if (fate === "trade" || fate === "booked") refuseTooMany((file.rows += 1));
    else if (fate === "leftOut") reading.leaveOut(`${row.name} ${levelOf(row)}`.trim());
  }

  const close = (name: string): void => {
    depth -= 1;
    if (name !== "FlexStatement" || !statement) return;
    if (kind === "statement") settle(statement, reading);
    statement = undefined;
    reading.statementAccount = undefined;
  };
  await readElements(text, { open, close }, { deepest });
  if (kind === "rates") {
    readRates(rates, statedBase, reading);
    file.rows = file.rates.length;
  } else settleTrades(reading);
  // In file order: trades wait for their cancellations, and other rows for the end of their statement.
  file.entries.sort((one, other) => one.line - other.line);
  if (statements === 0 || saysNothing(file)) throw new UnreadableFile("emptyFile", null, null);
  return file;
}

/** Nothing to book, compare, record or refuse. */
const saysNothing = (file: ReadFile): boolean =>
  file.rows === 0 &&
  file.refusals.length === 0 &&
  file.excluded.size === 0 &&
  [...file.accounts.values()].every(
    ({ positions, cash, announced }) => positions.length === 0 && cash.length === 0 && announced === undefined,
  );

/** An instrument of the custodian's own list; unsupported ones matter only if a row books them. */
function noteSecurity(row: FlexRow, reading: FlexReading): void {
  try {
    requireBooked(row);
    reading.instrument(requiredInstrument(row));
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    reading.leaveOut("SecurityInfo");
  }
}
