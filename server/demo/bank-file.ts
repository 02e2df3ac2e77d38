/** A day of the firm's pooled account, as its bank states it in camt.053. */
import { Decimal } from "decimal.js";

export interface BankLine {
  /** Above zero: it came in. */
  amount: string;
  who: string;
  text: string;
  /** Code of ISO 20022: family and subfamily of payments. */
  code: readonly [family: string, subfamily: string];
}

export interface BankDay {
  iban: string;
  bic: string;
  currency: string;
  day: string;
  opening: string;
  lines: readonly BankLine[];
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const markOf = (amount: Decimal.Value): string => (new Decimal(amount).isNegative() ? "DBIT" : "CRDT");
const sizeOf = (amount: Decimal.Value): string => new Decimal(amount).abs().toFixed(2);

const balance = (code: string, amount: Decimal.Value, { currency, day }: BankDay): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${sizeOf(amount)}</Amt><CdtDbtInd>${markOf(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

function entry({ amount, who, text, code: [family, subfamily] }: BankLine, place: number, of: BankDay): string {
  const { currency, day } = of;
  const role = markOf(amount) === "CRDT" ? "Dbtr" : "Cdtr";
  return [
    `<Ntry><Amt Ccy="${currency}">${sizeOf(amount)}</Amt><CdtDbtInd>${markOf(amount)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>`,
    `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${day.replaceAll("-", "")}${place + 1}</AcctSvcrRef>`,
    `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subfamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`,
    `<NtryDtls><TxDtls><RltdPties><${role}><Pty><Nm>${escaped(who)}</Nm></Pty></${role}></RltdPties>`,
    `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  ].join("");
}

/** One statement whose closing balance follows from its entries. */
export function bankFile(of: BankDay): string {
  const closing = of.lines.reduce((sum, { amount }) => sum.plus(amount), new Decimal(of.opening));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>${of.day}</MsgId><CreDtTm>${of.day}T20:00:00</CreDtTm></GrpHdr>`,
    `<Stmt><Id>${of.day}</Id><Acct><Id><IBAN>${of.iban}</IBAN></Id><Ccy>${of.currency}</Ccy>`,
    `<Svcr><FinInstnId><BICFI>${of.bic}</BICFI></FinInstnId></Svcr></Acct>`,
    balance("OPBD", of.opening, of),
    balance("CLBD", closing, of),
    ...of.lines.map((line, place) => entry(line, place, of)),
    "</Stmt></BkToCstmrStmt></Document>",
  ].join("\n");
}
