/** What the codes of banks mean: which kind of ledger entry an entry of an account statement is. */
import type { BankCodeKind } from "@portico/api/rules/custodians.ts";
import type { EntryKind } from "../../../portfolios/ledger/entries.ts";
import { isNegative } from "../../reading/values.ts";
import type { BankCode, BankEntry } from "./bank-statement.ts";

/** Kinds as which staff may book an entry whose code does not say it. */
export const kindsOf = ({ amount }: Pick<BankEntry, "amount">): EntryKind[] => [
  isNegative(amount) ? "withdrawal" : "deposit",
  "interest",
  "fee",
  "tax",
  "dividend",
];

/** Sub-families of ISO 20022's list of bank transaction codes (external code set, 2024) that are no payments. */
const isoSubFamilies = new Map<string, EntryKind>([
  ["CHRG", "fee"],
  ["COMM", "fee"],
  ["COME", "fee"],
  ["COMI", "fee"],
  ["COMT", "fee"],
  ["FEES", "fee"],
  ["CAJT", "fee"],
  ["INTR", "interest"],
  ["DINT", "interest"],
  ["TAXE", "tax"],
  ["WITH", "tax"],
]);
/** Families of payments of the domain PMNT; cards, drafts and others are asked about. */
const isoPayments = new Set(["RCDT", "ICDT", "RRCT", "IRCT", "RDDT", "IDDT", "RCHQ", "ICHQ", "CNTR", "NTAV"]);

/** Types of MT940 (SWIFT's list for field 61, subfield 6). MSC says nothing. */
const swiftTypes = new Map<string, EntryKind | "payment">([
  ...["TRF", "CHK", "DDT", "DCR", "CLR", "COL", "STO", "RTI", "CMI", "CMN", "CMS", "CMT", "CMZ", "TCK"].map(
    (type) => [type, "payment"] as const,
  ),
  ...["CHG", "COM", "BRF"].map((type) => [type, "fee"] as const),
  ["INT", "interest"],
  ["TAX", "tax"],
]);
/** Numbers of the German list (GVC) whose meaning is one kind; those below 200 are payments. */
const transactions = new Map<string, EntryKind>([
  ["808", "fee"],
  ["809", "fee"],
  ["814", "interest"],
]);

function isoKind(code: string): EntryKind | "payment" | undefined {
  const [domain, family = "", subFamily = ""] = code.split("/");
  const other = isoSubFamilies.get(subFamily);
  if (other !== undefined) return other;
  return domain === "PMNT" && isoPayments.has(family) ? "payment" : undefined;
}

function swiftKind(type: string, transaction: string | undefined): EntryKind | "payment" | undefined {
  const known = swiftTypes.get(type.slice(1));
  if (known !== undefined || transaction === undefined) return known;
  return transactions.get(transaction) ?? (transaction < "200" ? "payment" : undefined);
}

/**
 * The names by which a firm may say what a code means, the narrowest first: the bank's own, the type of MT940 with its business code,
 * either of them alone, or the code of the standard.
 */
export function namesOf(code: BankCode | undefined): string[] {
  if (code === undefined) return [];
  const { code: main, transaction, own } = code;
  const names = [own, transaction && `${main} ${transaction}`, transaction, main];
  return [...new Set(names.flatMap((name) => name?.trim() || []))];
}

const bySign = (kind: EntryKind | "payment", amount: string): EntryKind =>
  kind === "payment" ? (isNegative(amount) ? "withdrawal" : "deposit") : kind;

/** As the firm's list says of the bank's codes, with the name that decided; undefined if it says nothing of this one. */
export function mappedKindOf(
  { code, amount }: Pick<BankEntry, "code" | "amount">,
  kinds: ReadonlyMap<string, BankCodeKind>,
): { kind: EntryKind; name: string; mapped: BankCodeKind } | undefined {
  for (const name of namesOf(code)) {
    const mapped = kinds.get(name);
    if (mapped !== undefined) return { kind: bySign(mapped, amount), name, mapped };
  }
  return undefined;
}

/** The kind of an entry by its mapping or the standards' lists; undefined if these do not tell, so that a person is asked. */
export function kindOf({
  code,
  amount,
  kind: stated,
}: Pick<BankEntry, "code" | "amount" | "kind">): EntryKind | undefined {
  // The sign says which way money went, whatever a table of kinds calls it.
  if (stated !== undefined) return bySign(stated === "deposit" || stated === "withdrawal" ? "payment" : stated, amount);
  const kind =
    code === undefined || code.scheme === "own"
      ? undefined
      : code.scheme === "iso"
        ? isoKind(code.code)
        : swiftKind(code.code, code.transaction);
  return kind && bySign(kind, amount);
}
