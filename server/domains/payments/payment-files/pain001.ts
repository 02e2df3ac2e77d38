/**
 * A payment order of ISO 20022: CustomerCreditTransferInitiation, pain.001.001.09. One PmtInf for payments of SEPA (EPC130-08,
 * version 2023) and one for all others, from one account in one currency.
 */
import { ibanCountry } from "@portico/kyc/iban.ts";
import { bulgarianToLatin } from "@portico/kyc/latin.ts";
import { Decimal } from "@portico/ledger/decimal.ts";

export interface OrderedPayment {
  /** EndToEndId and remittance: the bank's statement brings it back. */
  reference: string;
  amount: string;
  name: string;
  /** Of the payee's account; of an account without IBAN, its number. */
  number: string;
  isIban: boolean;
  bic: string | null;
}

export interface PaymentOrderFile {
  messageId: string;
  createdAt: string;
  executeOn: string;
  currency: string;
  debtor: { name: string; iban: string; bic: string };
  payments: readonly OrderedPayment[];
}

/** Countries of SEPA (EPC409-09, version 6.0, 2025). */
const sepa = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS " +
    "SE SI SK SM VA"
  ).split(" "),
);

export const isSepa = (currency: string, { isIban, number }: Pick<OrderedPayment, "isIban" | "number">): boolean =>
  currency === "EUR" && isIban && sepa.has(ibanCountry(number) ?? "");

/** Without a SEPA credit transfer, the payee's bank is found by its BIC. */
export const lacksBic = (currency: string, payment: OrderedPayment): boolean =>
  !isSepa(currency, payment) && payment.bic === null;

/** Letters that Unicode does not decompose into a letter and a mark. */
const whole: Readonly<Record<string, string>> = { ł: "l", ß: "ss", ø: "o", đ: "d", æ: "ae", œ: "oe" };

/** In the Latin letters that every bank of SEPA reads (EPC217-08), Cyrillic as Bulgaria's law on transliteration has it. */
export function inBankLetters(text: string, most: number): string {
  const spelled = Array.from(bulgarianToLatin(text), (character) => {
    const lower = character.toLowerCase();
    const latin = whole[lower];
    if (latin === undefined) return character;
    return lower === character ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  }).join("");
  return spelled
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/&/g, "+")
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most)
    .trim();
}

const tag = (name: string, content: string, attributes = ""): string => `<${name}${attributes}>${content}</${name}>`;
const sumOf = (payments: readonly OrderedPayment[]): string =>
  payments.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toFixed();

const accountOf = ({ isIban, number }: Pick<OrderedPayment, "isIban" | "number">): string =>
  tag("Id", isIban ? tag("IBAN", number) : tag("Othr", tag("Id", inBankLetters(number, 34))));

const transfer = (payment: OrderedPayment, currency: string): string =>
  tag(
    "CdtTrfTxInf",
    [
      tag("PmtId", tag("EndToEndId", payment.reference)),
      tag("Amt", tag("InstdAmt", new Decimal(payment.amount).toFixed(), ` Ccy="${currency}"`)),
      ...(payment.bic === null ? [] : [tag("CdtrAgt", tag("FinInstnId", tag("BICFI", payment.bic)))]),
      tag("Cdtr", tag("Nm", inBankLetters(payment.name, 70))),
      tag("CdtrAcct", accountOf(payment)),
      tag("RmtInf", tag("Ustrd", payment.reference)),
    ].join(""),
  );

function information(order: PaymentOrderFile, payments: readonly OrderedPayment[], kind: "SEPA" | "OTHER"): string {
  const { messageId, executeOn, currency, debtor } = order;
  return tag(
    "PmtInf",
    [
      tag("PmtInfId", `${messageId}-${kind}`),
      tag("PmtMtd", "TRF"),
      tag("BtchBookg", "false"),
      tag("NbOfTxs", String(payments.length)),
      tag("CtrlSum", sumOf(payments)),
      ...(kind === "SEPA" ? [tag("PmtTpInf", tag("SvcLvl", tag("Cd", "SEPA")))] : []),
      tag("ReqdExctnDt", tag("Dt", executeOn)),
      tag("Dbtr", tag("Nm", inBankLetters(debtor.name, 70))),
      tag("DbtrAcct", `${tag("Id", tag("IBAN", debtor.iban))}${tag("Ccy", currency)}`),
      tag("DbtrAgt", tag("FinInstnId", tag("BICFI", debtor.bic))),
      tag("ChrgBr", kind === "SEPA" ? "SLEV" : "SHAR"),
      ...payments.map((payment) => transfer(payment, currency)),
    ].join(""),
  );
}

/** The file's text, in UTF-8. */
export function writePain001(order: PaymentOrderFile): string {
  const { messageId, createdAt, currency, debtor, payments } = order;
  const groups = [
    ["SEPA", payments.filter((payment) => isSepa(currency, payment))],
    ["OTHER", payments.filter((payment) => !isSepa(currency, payment))],
  ] as const;
  const header = tag(
    "GrpHdr",
    [
      tag("MsgId", messageId),
      tag("CreDtTm", createdAt),
      tag("NbOfTxs", String(payments.length)),
      tag("CtrlSum", sumOf(payments)),
      tag("InitgPty", tag("Nm", inBankLetters(debtor.name, 70))),
    ].join(""),
  );
  const body = groups.flatMap(([kind, own]) => (own.length > 0 ? [information(order, own, kind)] : []));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    tag(
      "Document",
      tag("CstmrCdtTrfInitn", [header, ...body].join("")),
      ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"',
    ),
    "",
  ].join("\n");
}
