/** QR codes with which a bank's app fills in a payment: the EPC's for euro, the Polish banks' for zloty. */
import { Decimal } from "@portico/ledger/decimal.ts";

/** EPC069-12 v2.1: at most so many bytes, error correction M, and a symbol of at most so many modules. */
const epcMostBytes = 331;
export const epcMostVersion = 13;

/** Who is paid, with which reference; `amount` null leaves it to the payer. */
export interface PaymentOrder {
  beneficiary: string;
  iban: string;
  bic: string;
  nip: string;
  reference: string;
  amount: string | null;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
/** By characters, not bytes or UTF-16 units. */
const cut = (text: string, most: number): string => Array.from(text).slice(0, most).join("").trim();

/** In whole cents: rounded, the payer would send another amount than the one typed. */
const isPayable = (amount: Decimal): boolean =>
  amount.times(100).isInteger() && amount.gte("0.01") && amount.lte("999999999.99");

/**
 * The text of the EPC's code (EPC069-12, version 002, SCT, UTF-8); undefined if the amount is outside 0.01 to
 * 999,999,999.99 or not in whole cents, or the text has more than 331 bytes.
 */
export function epcText({ beneficiary, iban, bic, reference, amount }: PaymentOrder): string | undefined {
  if (amount !== null && !isPayable(new Decimal(amount))) return undefined;
  const lines = [
    "BCD",
    "002",
    "1",
    "SCT",
    bic,
    cut(oneLine(beneficiary), 70),
    iban,
    amount === null ? "" : `EUR${new Decimal(amount).toFixed(2)}`,
    "",
    reference,
  ];
  return withinLimit(lines.join("\n"));
}

/** The text if the EPC's limit allows its length. */
export const withinLimit = (text: string): string | undefined =>
  Buffer.byteLength(text, "utf8") <= epcMostBytes ? text : undefined;

/**
 * The text of the Polish banks' code (Związek Banków Polskich, "Rekomendacja dotycząca kodu dwuwymiarowego", 2013):
 * NIP or nothing, PL, the 26 digits of the account, the amount in grosze as six digits, at most 20 characters of the
 * name and 32 of the title, and three reserved fields. Undefined for an account outside Poland, without an amount, and
 * for one that six digits do not hold: above 9,999.99 PLN.
 */
export function polishText({ beneficiary, iban, nip, reference, amount }: PaymentOrder): string | undefined {
  if (amount === null || !/^PL\d{26}$/.test(iban)) return undefined;
  const grosze = new Decimal(amount).times(100);
  if (!grosze.isInteger() || grosze.lt(1) || grosze.gt(999_999)) return undefined;
  const field = (text: string, most: number) => cut(oneLine(text.replaceAll("|", " ")), most);
  return [
    nip,
    "PL",
    iban.slice(2),
    grosze.toFixed(0).padStart(6, "0"),
    field(beneficiary, 20),
    field(reference, 32),
    "",
    "",
    "",
  ].join("|");
}

/** The modules of a code, a row per line, "1" for a dark one; undefined if the symbol would be larger than allowed. */
export async function qrRows(text: string, mostVersion?: number): Promise<string[] | undefined> {
  const { create } = await import("qrcode");
  const { modules, version } = create([{ data: new TextEncoder().encode(text), mode: "byte" }], {
    errorCorrectionLevel: "M",
  });
  if (mostVersion !== undefined && version > mostVersion) return undefined;
  const bits = [...modules.data].map((bit) => (bit ? "1" : "0")).join("");
  return Array.from({ length: modules.size }, (_, row) => bits.slice(row * modules.size, (row + 1) * modules.size));
}
