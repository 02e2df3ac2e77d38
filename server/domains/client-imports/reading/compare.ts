/** Compares the lines of a file of clients with each other and with who is there; the order of lines makes no difference. */
import type { HolderState } from "@portico/api/holder-states.ts";
import { isClosed } from "@portico/api/holder-states.ts";
import type { ClientLineState } from "@portico/api/rules/client-imports.ts";
import { areSameWords, comparedWords, isSameName } from "@portico/kyc/same-name.ts";
import type { Db } from "../../../kernel/transaction.ts";
import {
  findByEmails,
  findByPhones,
  findByRegisterNumbers,
  findNumberOwners,
  type KnownCompany,
  type KnownPerson,
  type NumberOwner,
} from "./compare.queries.ts";
import type { Fault, Note, ReadLine } from "./line.ts";

export interface ComparedLine extends ReadLine {
  state: ClientLineState;
  notes: Note[];
  userId: number | null;
  companyId: number | null;
}

/** Who is there, by what lines are compared with. */
interface There {
  emails: ReadonlyMap<string, KnownPerson>;
  phones: ReadonlyMap<string, KnownPerson[]>;
  numbers: ReadonlyMap<string, NumberOwner>;
  registered: ReadonlyMap<string, KnownCompany>;
}

const numberKey = (number: string): string => number.toUpperCase();

async function findThere(db: Db, lines: readonly ReadLine[]): Promise<There> {
  const of = (values: (line: ReadLine) => (string | null)[]) => [
    ...new Set(lines.flatMap(values).filter((value) => value !== null)),
  ];
  const [people, phones, owners, companies] = await Promise.all([
    findByEmails(
      db,
      of(({ data }) => [data.email, ...data.representatives]),
    ),
    findByPhones(
      db,
      of(({ data }) => [data.phone]),
    ),
    findNumberOwners(
      db,
      of(({ data }) => [data.clientNumber && numberKey(data.clientNumber)]),
    ),
    findByRegisterNumbers(
      db,
      of(({ data }) => [data.registerNumber]),
    ),
  ]);
  return {
    emails: new Map(people.map((one) => [one.email, one])),
    phones: Map.groupBy(phones, ({ phone }) => phone ?? ""),
    numbers: new Map(owners.map((one) => [one.number, one])),
    registered: new Map(companies.map((one) => [one.registerNumber, one])),
  };
}

const add = (line: ComparedLine, code: Fault["code"], detail: string | number | null = null): void => {
  if (!line.faults.some((one) => one.code === code && one.detail === String(detail)))
    line.faults.push({ code, detail: detail === null ? null : String(detail) });
};

/** Lines that have the same value. */
function eachShared(
  lines: readonly ComparedLine[],
  valueOf: (line: ComparedLine) => string | null,
  take: (line: ComparedLine, other: ComparedLine) => void,
): void {
  const groups = Map.groupBy(lines, (line) => valueOf(line) ?? "");
  for (const [value, group] of groups) {
    if (value === "" || group.length === 1) continue;
    const [first, second] = group as [ComparedLine, ComparedLine];
    for (const line of group) take(line, line === first ? second : first);
  }
}

const sameData = ({ data: { name, ...one } }: ReadLine, { data: { name: otherName, ...other } }: ReadLine): boolean =>
  name.toLowerCase() === otherName.toLowerCase() && JSON.stringify(one) === JSON.stringify(other);

/** A line that repeats one before is left out; lines that contradict each other are all faulty. */
function compareLines(lines: readonly ComparedLine[]): void {
  const left = new Set<ComparedLine>();
  const keyOf = ({ data }: ComparedLine) => data.email ?? data.registerNumber;
  for (const group of Map.groupBy(lines, (line) => keyOf(line) ?? "").values()) {
    const [first, ...others] = group;
    for (const other of others)
      if (first && keyOf(first) && sameData(first, other)) {
        add(other, "sameLine", first.line);
        left.add(other);
      }
  }
  const others = lines.filter((line) => !left.has(line));
  eachShared(
    others,
    ({ data }) => data.email,
    (line, other) => add(line, "emailTwice", other.line),
  );
  eachShared(
    others,
    ({ data }) => data.registerNumber,
    (line, other) => add(line, "registerNumberTwice", other.line),
  );
  eachShared(
    others,
    ({ data }) => data.clientNumber && numberKey(data.clientNumber),
    (line, other) => add(line, "numberTwice", other.line),
  );
}

/** It is there already: nothing is booked. */
function isPresent(line: ComparedLine, code: Note["code"], who: { userId?: number; companyId?: number }): void {
  line.state = "present";
  line.notes.push({ code, detail: null });
  line.userId = who.userId ?? null;
  line.companyId = who.companyId ?? null;
}

/** Who has the number is the same client if the name is the same; else one of the two numbers is wrong. */
function comparePerson(line: ComparedLine, there: There, others: readonly ComparedLine[]): void {
  const { email, phone, clientNumber, name } = line.data;
  const known = email === null ? undefined : there.emails.get(email);
  const owner = clientNumber === null ? undefined : there.numbers.get(numberKey(clientNumber));
  const isOwn = owner?.holderType === "user" && (known ? known.id === owner.holderId : isSameName(name, owner.name));
  if (known?.isStaff) add(line, "emailOfStaff", email);
  else if (owner && !isOwn) add(line, "numberOfAnother", clientNumber);
  else if (known) isPresent(line, "sameEmail", { userId: known.id });
  else if (owner) isPresent(line, "sameNumber", { userId: owner.holderId });
  else if (phone !== null) compareName(line, comparedWords(name), there.phones.get(phone) ?? [], others);
}

/** The same phone and name: perhaps the same person with another address. Somebody decides. */
function compareName(
  line: ComparedLine,
  words: readonly string[],
  known: readonly KnownPerson[],
  others: readonly ComparedLine[],
): void {
  const same = known.find(({ name, isStaff }) => !isStaff && areSameWords(words, comparedWords(name)));
  const before = others.find((other) => other.line < line.line && areSameWords(words, comparedWords(other.data.name)));
  if (!same && !before) return;
  line.state = "maybe";
  line.userId = same?.id ?? null;
  line.notes.push({ code: "samePerson", detail: same ? null : String(before?.line) });
}

function compareCompany(line: ComparedLine, there: There): void {
  const { registerNumber, clientNumber, name } = line.data;
  const known = registerNumber === null ? undefined : there.registered.get(registerNumber);
  const owner = clientNumber === null ? undefined : there.numbers.get(numberKey(clientNumber));
  const isOwn = owner?.holderType === "company" && (known ? known.id === owner.holderId : isSameName(name, owner.name));
  if (owner && !isOwn) add(line, "numberOfAnother", clientNumber);
  else if (known) isPresent(line, "sameRegisterNumber", { companyId: known.id });
  else if (owner) isPresent(line, "sameNumber", { companyId: owner.holderId });
}

interface Representative {
  state: HolderState | "faulty";
  line: number | null;
  isStaff: boolean;
  hasStarted: boolean;
}

const identified: readonly HolderState[] = ["postKYC", "pendingReKYC"];

function compareRepresentatives(lines: readonly ComparedLine[], there: There): void {
  // Of lines with one address the good one: a line that repeats it is faulty.
  const inFile = new Map(
    lines
      .filter(({ data }) => data.email !== null)
      .toSorted((one, other) => other.faults.length - one.faults.length)
      .map((line) => [line.data.email ?? "", line]),
  );
  const started = new Set<string>();
  const find = (address: string): Representative | undefined => {
    const known = there.emails.get(address);
    if (known) return { state: known.state, line: null, isStaff: known.isStaff, hasStarted: known.hasStarted };
    const line = inFile.get(address);
    if (!line) return undefined;
    const state = line.faults.length > 0 ? "faulty" : line.data.state === "identified" ? "pendingReKYC" : "preKYC";
    return { state, line: line.line, isStaff: false, hasStarted: false };
  };
  for (const line of lines) {
    if (line.data.kind !== "company" || line.state === "present") continue;
    const people = line.data.representatives.map((address) => ({ address, who: find(address) }));
    for (const { address, who } of people) {
      if (!who) add(line, "representativeUnknown", address);
      else if (who.isStaff) add(line, "representativeStaff", address);
      else if (who.state === "faulty") add(line, "representativeFaulty", who.line);
      else if (isClosed(who.state)) add(line, "representativeClosed", address);
      else if (line.data.state === "identified" && !identified.includes(who.state))
        add(line, "representativeNotIdentified", address);
    }
    if (line.data.state === "new" && line.faults.length === 0) chooseCreator(line, people, started);
  }
}

/** Who fills in a new company's form: the first who fills in no other one. */
function chooseCreator(
  line: ComparedLine,
  people: readonly { address: string; who: Representative | undefined }[],
  started: Set<string>,
): void {
  const free = people.find(({ address, who }) => who && !who.hasStarted && !started.has(address));
  if (!free) return add(line, "representativeBusy", people[0]?.address ?? null);
  started.add(free.address);
  // Nobody acts for a client before the firm has identified them.
  const later = people.filter(
    ({ address, who }) => address !== free.address && who && !identified.includes(who.state as HolderState),
  );
  if (later.length > 0)
    line.notes.push({ code: "representativesLater", detail: later.map(({ address }) => address).join(", ") });
}

/** The lines with all their faults and what booking them would do. */
export async function compareAll(db: Db, read: readonly ReadLine[]): Promise<ComparedLine[]> {
  const there = await findThere(db, read);
  const lines = read.map((line): ComparedLine => ({ ...line, state: "new", notes: [], userId: null, companyId: null }));
  compareLines(lines);
  const byPhone = Map.groupBy(lines, ({ data }) => data.phone ?? "");
  for (const line of lines) {
    if (line.faults.length > 0) continue;
    if (line.data.kind === "company") compareCompany(line, there);
    else comparePerson(line, there, (byPhone.get(line.data.phone ?? "") ?? []).filter(isGoodPerson));
  }
  compareRepresentatives(lines, there);
  for (const line of lines) if (line.faults.length > 0) line.state = "faulty";
  return lines;
}

const isGoodPerson = ({ data, faults }: ComparedLine): boolean => data.kind === "person" && faults.length === 0;
