/**
 * Field `:86:` of MT940, which says who paid and what for. Banks write it in one of three ways: numbered (`020?00…?20…`, with `?`,
 * `<`, `~`, `^` or `!` before two digits), named (`/REMI/…/ORDP//NAME/…`), or freely.
 */
import { inOneLine, referenceOrNone } from "../bank/bank-statement.ts";
import { joined } from "./fields.ts";

export interface Details {
  /** The three digits of the German and Polish lists of transactions. */
  transaction?: string;
  text: string;
  counterparty?: string;
  counterpartyAccount?: string;
  ownReference?: string;
  returnReason?: string;
}

const given = <Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } =>
  (value === undefined || value === "" ? {} : { [name]: value }) as { [Key in Name]?: string };

const numbered = /^(\d{3})([?<~^!])(?=\d\d)/;

function readNumbered(text: string, transaction: string, sign: string): Details {
  const parts = new Map<string, string>();
  for (const part of text.split(sign).slice(1))
    parts.set(part.slice(0, 2), (parts.get(part.slice(0, 2)) ?? "") + part.slice(2));
  const of = (numbers: readonly number[]): string =>
    numbers.map((number) => parts.get(String(number).padStart(2, "0")) ?? "").join("");
  const remittance = of([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63, 64, 65]);
  return {
    transaction,
    text: inOneLine(remittance || of([0])),
    ...given("counterparty", inOneLine(of([32, 33]))),
    ...given("counterpartyAccount", (parts.get("38") || parts.get("31"))?.replace(/\s/g, "")),
    ...readKeyed(remittance),
  };
}

const nextKey = /(?:KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT)[+:]/;

/** References that SEPA's banks write into the remittance: `EREF+…`, ended by the next of them. */
function readKeyed(remittance: string): Pick<Details, "ownReference"> {
  const begin = /EREF[+:]/.exec(remittance);
  if (!begin) return {};
  const rest = remittance.slice(begin.index + begin[0].length);
  const end = rest.search(nextKey);
  return given("ownReference", referenceOrNone(end < 0 ? rest : rest.slice(0, end)));
}

const keys =
  "EREF|KREF|MREF|CREF|PREF|REMI|TRTP|TRCD|ORDP|BENM|IBAN|BIC|NAME|ACCN|ADDR|CNTP|MARF|RTRN|PURP|CSID|ID|ISDT|ULTC|ULTD|SVCL|CHGS|USTD|STRD|OCMT|EXCH|OM1T|PT|PY|BI|BN|FT";
const named = new RegExp(`^/(?:${keys})/`);
const key = new RegExp(`/(${keys})/`, "g");

function readNamed(text: string): Details {
  const parts = new Map<string, string>();
  const found = [...text.matchAll(key)];
  for (const [place, { 1: name = "", 0: whole, index }] of found.entries()) {
    const value = text
      .slice(index + whole.length, found[place + 1]?.index)
      .replace(/^\/|\/$/g, "")
      .trim();
    if (value !== "" && !parts.has(name)) parts.set(name, value);
  }
  const [account, , name] = parts.get("CNTP")?.split("/") ?? [];
  return {
    text: inOneLine(parts.get("REMI")?.replace(/^(?:USTD|STRD)\/\/?/, "") ?? parts.get("USTD") ?? text),
    ...given("counterparty", name ?? parts.get("NAME") ?? parts.get("ORDP") ?? parts.get("BENM")),
    ...given("counterpartyAccount", account ?? parts.get("IBAN") ?? parts.get("ACCN")),
    ...given("ownReference", referenceOrNone(parts.get("EREF"))),
    ...given("returnReason", parts.get("RTRN")),
  };
}

/** The details of an entry from the lines of its `:86:`. */
export function readDetails(lines: readonly string[]): Details {
  const whole = lines.join("");
  const [, transaction, sign] = numbered.exec(whole) ?? [];
  if (transaction !== undefined && sign !== undefined) return readNumbered(whole, transaction, sign);
  const text = joined(lines);
  if (named.test(text)) return readNamed(text);
  return { ...given("transaction", /^(\d{3})[ ~-](?=\D)/.exec(text)?.[1]), text: inOneLine(text) };
}
