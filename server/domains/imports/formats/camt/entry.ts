/** An entry of camt.053 or camt.054 (`Ntry`), of any version: what was renamed between versions is looked for under both names. */
import type { Currency } from "@portico/ledger/entry.ts";
import type { Day, DecimalString } from "../../../portfolios/ledger/entries.ts";
import { RefusedRow } from "../../reading/parsed-file.ts";
import { exactNumber, isNegative, isZero, negated, parseCurrency, parseDay, sum } from "../../reading/values.ts";
import { find, findAll, textAt, type XmlNode } from "../../reading/xml-tree.ts";
import { type BankCode, type BankEntry, type BankPayment, inOneLine, referenceOrNone } from "../bank/bank-statement.ts";

/** An object with the names whose values are known. */
const given = <Part extends object>(part: Part): { [Name in keyof Part]?: Exclude<Part[Name], undefined> } =>
  // Deleted names would make each entry a slow dictionary.
  Object.entries(part).reduce<Record<string, unknown>>((known, [name, value]) => {
    if (value !== undefined && value !== "") known[name] = value;
    return known;
  }, {}) as never;

/** The day of a `DateAndDateTimeChoice`, in the bank's own time. */
export function dayOf(node: XmlNode | undefined): Day | undefined {
  const text = textAt(node, "Dt") ?? textAt(node, "DtTm") ?? (node?.children === undefined ? textAt(node) : undefined);
  return text === undefined ? undefined : parseDay(text.slice(0, 10));
}

export interface Money {
  amount: DecimalString;
  currency: Currency;
}

/** An amount is written without a sign, which `CdtDbtInd` beside it gives. */
export function signedAmount(node: XmlNode): Money {
  const written = textAt(node, "Amt");
  if (written === undefined) throw new RefusedRow("missingValue", `${node.name}/Amt`);
  const size = exactNumber(written, "Amt");
  if (isNegative(size)) throw new RefusedRow("badNumber", `${node.name}/Amt: ${written}`);
  const currency = parseCurrency(find(node, "Amt")?.attributes["Ccy"] ?? "");
  const mark = textAt(node, "CdtDbtInd");
  if (mark !== "CRDT" && mark !== "DBIT")
    throw new RefusedRow("missingValue", `${node.name}/CdtDbtInd ${mark ?? ""}`.trim());
  return { amount: mark === "DBIT" && !isZero(size) ? negated(size) : size, currency };
}

/** BOOK, PDNG, INFO or FUTR: in a text of its own until version 7, in a choice since version 8. */
export const statusOf = (node: XmlNode): string | undefined =>
  textAt(node, "Sts", "Cd") ?? textAt(node, "Sts", "Prtry") ?? textAt(node, "Sts");

function codeOf(node: XmlNode | undefined): BankCode | undefined {
  const code = find(node, "BkTxCd");
  const domain = textAt(code, "Domn", "Cd");
  const own = textAt(code, "Prtry", "Cd");
  if (domain !== undefined) {
    const family = find(code, "Domn", "Fmly");
    const parts = [domain, textAt(family, "Cd"), textAt(family, "SubFmlyCd")];
    return { scheme: "iso", code: parts.filter((part) => part !== undefined).join("/"), ...given({ own }) };
  }
  return own === undefined ? undefined : { scheme: "own", code: own };
}

const accountOf = (node: XmlNode | undefined): string | undefined =>
  (textAt(node, "Id", "IBAN") ?? textAt(node, "Id", "Othr", "Id"))?.replace(/\s/g, "");

/** A party's name: under `Pty` since version 7. */
const nameOf = (node: XmlNode | undefined): string | undefined => textAt(node, "Nm") ?? textAt(node, "Pty", "Nm");

/** Who is on the other side: of money that came, the debtor; of money that went, the creditor. */
function counterpartyOf(
  details: XmlNode,
  comes: boolean,
  isReversal: boolean,
): Pick<BankPayment, "counterparty" | "counterpartyAccount"> {
  const parties = find(details, "RltdPties");
  const [role, account] = comes !== isReversal ? ["Dbtr", "DbtrAcct"] : ["Cdtr", "CdtrAcct"];
  return given({
    counterparty: inOneLine(nameOf(find(parties, role as string)) ?? ""),
    counterpartyAccount: accountOf(find(parties, account as string)),
  });
}

/** What the payer wrote, freely and as references. */
function remittanceOf(details: XmlNode): string {
  const written = find(details, "RmtInf");
  const free = findAll(written, "Ustrd").map(({ text }) => text);
  const structured = findAll(written, "Strd").flatMap((part) => [
    textAt(part, "CdtrRefInf", "Ref"),
    ...findAll(part, "AddtlRmtInf").map(({ text }) => text),
  ]);
  return inOneLine([...free, ...structured].filter(Boolean).join(" "));
}

function paymentOf(details: XmlNode, comes: boolean, isReversal: boolean): BankPayment {
  const references = find(details, "Refs");
  const amount = textAt(details, "Amt") ?? textAt(details, "AmtDtls", "TxAmt", "Amt");
  const size = amount === undefined ? undefined : exactNumber(amount, "TxDtls/Amt");
  const mark = textAt(details, "CdtDbtInd") ?? (comes ? "CRDT" : "DBIT");
  const reason = find(details, "RtrInf", "Rsn");
  return {
    ...given({
      ownReference: referenceOrNone(textAt(references, "EndToEndId")),
      batchReference: referenceOrNone(textAt(references, "PmtInfId")),
      amount: size !== undefined && mark === "DBIT" && !isZero(size) ? negated(size) : size,
      returnReason: textAt(reason, "Cd") ?? textAt(reason, "Prtry"),
    }),
    ...counterpartyOf(details, comes, isReversal),
    text: remittanceOf(details) || inOneLine(textAt(details, "AddtlTxInf") ?? ""),
  };
}

/** Charges that the entry's amount includes. */
function chargesOf(node: XmlNode): DecimalString | undefined {
  const charges = find(node, "Chrgs");
  const total = textAt(charges, "TtlChrgsAndTaxAmt");
  if (total !== undefined) return exactNumber(total, "Chrgs");
  const records = [...findAll(charges, "Rcrd"), ...findAll(node, "Chrgs")].flatMap(
    (record) => textAt(record, "Amt") ?? [],
  );
  return records.length === 0 ? undefined : sum(...records.map((text) => exactNumber(text, "Chrgs")));
}

/** An entry; `Ntry/Amt` is in the account's currency. Throws a RefusedRow. */
export function readEntry(node: XmlNode, account: Currency | undefined): BankEntry {
  const { amount, currency } = signedAmount(node);
  if (account !== undefined && currency !== account)
    throw new RefusedRow("currencyMismatch", `${account}, Ntry ${currency}`);
  const bookedOn = dayOf(find(node, "BookgDt")) ?? dayOf(find(node, "ValDt"));
  if (bookedOn === undefined) throw new RefusedRow("missingValue", "Ntry/BookgDt");
  const comes = !isNegative(amount);
  const isReversal = textAt(node, "RvslInd") === "true" || textAt(node, "RvslInd") === "1";
  const details = findAll(node, "NtryDtls").flatMap((part) => findAll(part, "TxDtls"));
  const payments = details.map((part) => paymentOf(part, comes, isReversal));
  const [only] = payments.length === 1 ? payments : [];
  const batch = textAt(find(node, "NtryDtls"), "Btch", "PmtInfId");
  const additional = inOneLine(textAt(node, "AddtlNtryInf") ?? "");
  return {
    text: additional,
    ...given({ batchReference: referenceOrNone(batch) }),
    ...only,
    ...(only && { text: [only.text, only.text === additional ? "" : additional].filter(Boolean).join(" ") }),
    line: node.line,
    bookedOn,
    amount,
    currency,
    isReversal,
    payments: only ? [] : payments,
    ...given({
      valueOn: dayOf(find(node, "ValDt")),
      bankReference: referenceOrNone(
        textAt(node, "AcctSvcrRef") ?? textAt(details[0], "Refs", "AcctSvcrRef") ?? textAt(node, "NtryRef"),
      ),
      code: codeOf(node) ?? codeOf(details[0]),
      charges: chargesOf(node),
    }),
  };
}
