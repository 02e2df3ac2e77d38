/** Reads one line of a file of clients by itself; what others say is compared later. */
import type { ClientLineData } from "@portico/api/client-imports.ts";
import {
  type ClientFaultCode,
  type ClientKind,
  type ClientNoteCode,
  kindWords,
  stateWords,
} from "@portico/api/rules/client-imports.ts";
import { isPersonName, normalisePersonName } from "@portico/api/rules/person-name.ts";
import type { Language } from "@portico/api/shapes.ts";
import type { Written, WrittenLine } from "./table.ts";
import {
  addressesIn,
  meaningOf,
  readAddress,
  readClientNumber,
  readCountry,
  readDay,
  readLanguage,
  readPhone,
  readRegisterNumber,
  type Value,
} from "./values.ts";

export interface Fault {
  code: ClientFaultCode;
  detail: string | null;
}
export interface Note {
  code: ClientNoteCode;
  detail: string | null;
}

export interface ReadLine {
  line: number;
  written: Written;
  data: ClientLineData;
  faults: Fault[];
}

interface Given {
  /** Of lines that say none. */
  language: Language;
  /** The firm's. */
  today: string;
}

/** Words for an approval, which a file does not give. */
const approved = /^(?:approved|active|postkyc|одобрен|активен|zatwierdzony|aktywny)\p{L}{0,3}$/iu;

/** Gathers the faults of a line while its values are read. */
class Reader {
  readonly faults: Fault[] = [];
  readonly written: Written;
  constructor(written: Written) {
    this.written = written;
  }

  fault(code: ClientFaultCode, detail: string | null = null): void {
    this.faults.push({ code, detail: detail === null ? null : detail.slice(0, 200) });
  }

  /** The value; null if there is none or it is faulty, which is noted. */
  read<T>(field: keyof Written, reading: (written: string) => Value<T>): T | null {
    const written = this.written[field];
    if (written === undefined) return null;
    const read = reading(written);
    if ("value" in read) return read.value;
    this.fault(read.fault, written);
    return null;
  }
}

function nameOf({ name, firstName, lastName }: Written): string {
  const whole = name ?? [firstName, lastName].filter((part) => part !== undefined).join(" ");
  return normalisePersonName(whole.replaceAll(/\p{Cf}/gu, "").replaceAll(/[\s\u00A0]+/g, " "));
}

/** Without a word for it, a line with a registration number or representatives is a company. */
function kindOf(reader: Reader): ClientKind {
  const { kind, registerNumber, representatives } = reader.written;
  const guessed = registerNumber !== undefined || representatives !== undefined ? "company" : "person";
  if (kind === undefined) return guessed;
  const meant = meaningOf(kindWords, kind);
  if (!meant) reader.fault("badKind", kind);
  return meant ?? guessed;
}

function stateOf(reader: Reader): ClientLineData["state"] {
  const { state } = reader.written;
  if (state === undefined) return "new";
  const meant = meaningOf(stateWords, state.replace(/(?<=[нр])[аоиы]$/u, ""));
  if (!meant) reader.fault(approved.test(state.trim()) ? "approvedByFile" : "badState", state);
  return meant ?? "new";
}

function identifiedOn(reader: Reader, state: ClientLineData["state"], today: string): string | null {
  const day = reader.read("identifiedOn", readDay);
  if (state !== "identified") return null;
  if (reader.written.identifiedOn === undefined) reader.fault("noDay");
  if (day !== null && day > today) reader.fault("futureDay", day);
  return day;
}

function emailOf(reader: Reader, kind: ClientKind): string | null {
  const { email } = reader.written;
  if (kind === "company") return null;
  if (email === undefined) {
    reader.fault("noEmail");
    return null;
  }
  const address = readAddress(email);
  if (address === undefined) reader.fault("badEmail", email);
  return address ?? null;
}

/** Whose addresses act for a company; without them the address of the line. */
function representativesOf(reader: Reader): string[] {
  const written = reader.written.representatives ?? reader.written.email ?? "";
  const addresses = addressesIn(written).map((one) => ({ one, address: readAddress(one) }));
  if (addresses.length === 0) reader.fault("noRepresentative");
  for (const { one, address } of addresses) if (address === undefined) reader.fault("badRepresentative", one);
  return [...new Set(addresses.flatMap(({ address }) => address ?? []))];
}

function checkWriting(reader: Reader, isLong: boolean): void {
  if (isLong) reader.fault("tooManyCells");
  const broken = Object.values(reader.written).find((value) => value.includes("\uFFFD"));
  if (broken !== undefined) reader.fault("unreadableLetters", broken);
}

/** All faults of the line by itself, and what it says without them. */
export function readLine({ line, written, isLong }: WrittenLine, { language, today }: Given): ReadLine {
  const reader = new Reader(written);
  checkWriting(reader, isLong);
  const kind = kindOf(reader);
  const name = nameOf(written);
  if (name === "") reader.fault("noName");
  else if (!isPersonName(name)) reader.fault("badName", name);
  const spoken = reader.read("language", readLanguage) ?? language;
  const country = reader.read("country", readCountry);
  const state = stateOf(reader);
  const isCompany = kind === "company";
  if (isCompany && written.registerNumber === undefined) reader.fault("noRegisterNumber");
  const data: ClientLineData = {
    kind,
    name,
    email: emailOf(reader, kind),
    phone: reader.read("phone", (text) => readPhone(text, { country, language: spoken })),
    language: spoken,
    clientNumber: reader.read("clientNumber", readClientNumber),
    state,
    identifiedOn: identifiedOn(reader, state, today),
    registerNumber: isCompany ? reader.read("registerNumber", readRegisterNumber) : null,
    country,
    representatives: isCompany ? representativesOf(reader) : [],
  };
  return { line, written, data, faults: reader.faults };
}
