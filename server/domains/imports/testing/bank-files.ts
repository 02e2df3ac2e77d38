/** Account statements in tests: a model of them, written as MT940 and as camt.053 or camt.054. */
import { Exact } from "../reading/values.ts";

export interface WrittenEntry {
  day: string;
  /** Signed, with at most two decimals. */
  amount: string;
  text?: string;
  own?: string;
  bank?: string;
  name?: string;
  iban?: string;
  isReversal?: boolean;
  /** Of MT940, and of ISO 20022. */
  type?: string;
  code?: string;
  /** Of ISO 20022: the bank's own code, beside that of the standard or, if that is empty, alone. */
  ownCode?: string;
  status?: string;
  returnReason?: string;
  /** The payments of a batch. */
  payments?: Pick<WrittenEntry, "amount" | "own" | "text">[];
}

export interface WrittenStatement {
  account: string;
  id?: string;
  number?: string;
  currency?: string;
  opening?: string;
  /** Opening plus entries, unless given. */
  closing?: string;
  from?: string;
  to?: string;
  entries: readonly WrittenEntry[];
}

const closingOf = ({ opening = "0", closing, entries }: WrittenStatement): string =>
  closing ??
  entries
    .filter(({ status = "BOOK" }) => status === "BOOK")
    .reduce((total, { amount }) => total.plus(amount), new Exact(opening))
    .toFixed();

const comma = (amount: string): string => {
  const text = new Exact(amount).abs().toFixed().replace(".", ",");
  return text.includes(",") ? text : `${text},`;
};
const short = (day: string): string => day.slice(2).replaceAll("-", "");
const isBelow = (amount: string): boolean => amount.startsWith("-");

function mt940Entry({ day, amount, text, own, bank, isReversal = false, type = "NTRF" }: WrittenEntry): string[] {
  const mark = isReversal ? (isBelow(amount) ? "RC" : "RD") : isBelow(amount) ? "D" : "C";
  const references = `${own ?? "NONREF"}${bank === undefined ? "" : `//${bank}`}`;
  return [
    `:61:${short(day)}${short(day).slice(2)}${mark}${comma(amount)}${type}${references}`,
    ...(text === undefined ? [] : [`:86:${text}`]),
  ];
}

/** One message per statement. */
export const mt940 = (...statements: readonly WrittenStatement[]): string =>
  statements
    .flatMap((statement, index) => {
      const { account, id = `S${index + 1}`, number = `${index + 1}/1`, currency = "EUR", opening = "0" } = statement;
      const [from, to] = daysOf(statement);
      const balance = (amount: string, day: string) =>
        `${isBelow(amount) ? "D" : "C"}${short(day)}${currency}${comma(amount)}`;
      return [
        `:20:${id}`,
        `:25:${account}`,
        `:28C:${number}`,
        `:60F:${balance(opening, from)}`,
        ...statement.entries.flatMap(mt940Entry),
        `:62F:${balance(closingOf(statement), to)}`,
        "-",
      ];
    })
    .join("\n");

function daysOf({ from, to, entries }: WrittenStatement): [string, string] {
  const days = entries.map(({ day }) => day).toSorted();
  return [from ?? days[0] ?? "2026-01-05", to ?? days.at(-1) ?? "2026-01-05"];
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const tag = (name: string, content: string | undefined): string =>
  content === undefined ? "" : `<${name}>${content}</${name}>`;
const money = (amount: string, currency: string): string =>
  `<Amt Ccy="${currency}">${new Exact(amount).abs().toFixed()}</Amt>${tag("CdtDbtInd", isBelow(amount) ? "DBIT" : "CRDT")}`;

function details(entry: Partial<WrittenEntry>, comes: boolean, currency: string): string {
  const { own, name, iban, text, returnReason, amount } = entry;
  const role = comes ? "Dbtr" : "Cdtr";
  return tag(
    "TxDtls",
    [
      tag("Refs", own && tag("EndToEndId", escaped(own))),
      amount === undefined ? "" : money(amount, currency),
      tag(
        "RltdPties",
        `${tag(role, name && tag("Nm", escaped(name)))}${tag(`${role}Acct`, iban && tag("Id", tag("IBAN", iban)))}`,
      ),
      tag("RmtInf", text && tag("Ustrd", escaped(text))),
      tag("RtrInf", returnReason && tag("Rsn", tag("Cd", returnReason))),
    ].join(""),
  );
}

function camtEntry(entry: WrittenEntry, currency: string): string {
  const { day, amount, bank, isReversal = false, code = "PMNT/RCDT/ESCT", ownCode, status = "BOOK", payments } = entry;
  const [domain = "", family = "", subFamily = ""] = code.split("/");
  const { amount: _own, ...single } = entry;
  const comes = !isBelow(amount) !== isReversal;
  return tag(
    "Ntry",
    [
      money(amount, currency),
      tag("RvslInd", String(isReversal)),
      tag("Sts", tag("Cd", status)),
      tag("BookgDt", tag("Dt", day)),
      tag("ValDt", tag("Dt", day)),
      tag("AcctSvcrRef", bank),
      tag(
        "BkTxCd",
        [
          code &&
            tag("Domn", `${tag("Cd", domain)}${tag("Fmly", `${tag("Cd", family)}${tag("SubFmlyCd", subFamily)}`)}`),
          tag("Prtry", ownCode && tag("Cd", ownCode)),
        ].join(""),
      ),
      tag(
        "NtryDtls",
        payments ? payments.map((one) => details(one, comes, currency)).join("") : details(single, comes, currency),
      ),
    ].join(""),
  );
}

const balance = (type: string, amount: string, day: string, currency: string): string =>
  tag("Bal", `${tag("Tp", tag("CdOrPrtry", tag("Cd", type)))}${money(amount, currency)}${tag("Dt", tag("Dt", day))}`);

function camtStatement(statement: WrittenStatement, index: number, isNotification: boolean): string {
  const { account, id = `S${index + 1}`, number = String(index + 1), currency = "EUR", opening = "0" } = statement;
  const [from, to] = daysOf(statement);
  const number1 = /^[A-Z]{2}\d{2}/.test(account) ? tag("IBAN", account) : tag("Othr", tag("Id", account));
  return tag(
    isNotification ? "Ntfctn" : "Stmt",
    [
      tag("Id", id),
      tag("ElctrncSeqNb", number),
      tag("Acct", `${tag("Id", number1)}${tag("Ccy", currency)}`),
      ...(isNotification
        ? []
        : [balance("OPBD", opening, from, currency), balance("CLBD", closingOf(statement), to, currency)]),
      ...statement.entries.map((entry) => `\n${camtEntry(entry, currency)}`),
      "\n",
    ].join(""),
  );
}

const document = (message: string, root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}">${tag(root, content)}</Document>`;

export const camt053 = (...statements: readonly WrittenStatement[]): string =>
  document("camt.053.001.08", "BkToCstmrStmt", statements.map((one, at) => camtStatement(one, at, false)).join(""));

export const camt054 = (...statements: readonly WrittenStatement[]): string =>
  document(
    "camt.054.001.08",
    "BkToCstmrDbtCdtNtfctn",
    statements.map((one, at) => camtStatement(one, at, true)).join(""),
  );
