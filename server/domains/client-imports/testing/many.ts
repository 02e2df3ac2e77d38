/** A file of 2,000 clients with a faulty line of every kind, for tests. */
import type { ClientFaultCode } from "@portico/api/rules/client-imports.ts";

const header = [
  "Type",
  "Name",
  "E-mail",
  "Phone",
  "Language",
  "Client number",
  "State",
  "Identified on",
  "Registration number",
  "Country",
  "Representatives",
] as const;
type Cells = Partial<Record<(typeof header)[number], string>>;

/** Who is there before the file comes. */
export interface There {
  staff: string;
  closed: string;
  /** Fills in a company of their own. */
  busy: string;
  /** Whose number is of somebody else. */
  number: string;
}

interface FaultyLine {
  cells: Cells;
  codes: ClientFaultCode[];
  /** After the last cell. */
  more?: string;
}

let count = 0;
const person = (cells: Cells = {}): Cells => {
  count += 1;
  return { Type: "person", Name: `Faulty Person ${count}`, "E-mail": `faulty-${count}@many.example`, ...cells };
};
const company = (cells: Cells = {}): Cells => {
  count += 1;
  return {
    Type: "company",
    Name: `Faulty Company ${count}`,
    "Registration number": `F${count}`,
    Representatives: "person-1@many.example",
    ...cells,
  };
};

/** Forty lines, each with what is to be told of it; the first lines of the file are `person-1@many.example` and so on. */
export function faultyLines({ staff, closed, busy, number }: There): FaultyLine[] {
  const twice = { "E-mail": "twice@many.example" };
  const sameNumber = { "Client number": "twice-1" };
  const sameRegister = { "Registration number": "R-TWICE" };
  return [
    { cells: person({ Name: "" }), codes: ["noName"] },
    { cells: person({ Name: "X" }), codes: ["badName"] },
    { cells: person({ Name: "Y".repeat(200) }), codes: ["badName"] },
    { cells: person({ "E-mail": "" }), codes: ["noEmail"] },
    { cells: person({ "E-mail": "no address" }), codes: ["badEmail"] },
    { cells: person({ "E-mail": "two@many.example, three@many.example" }), codes: ["badEmail"] },
    { cells: person({ Phone: "12" }), codes: ["badPhone"] },
    { cells: person({ Phone: "0888 123" }), codes: ["badPhone"] },
    { cells: person({ Phone: "3.59888E+11" }), codes: ["roundedNumber"] },
    { cells: person({ Language: "de" }), codes: ["badLanguage"] },
    { cells: person({ Type: "fund" }), codes: ["badKind"] },
    { cells: person({ State: "perhaps" }), codes: ["badState"] },
    { cells: person({ State: "approved" }), codes: ["approvedByFile"] },
    { cells: person({ State: "identified" }), codes: ["noDay"] },
    { cells: person({ State: "identified", "Identified on": "31.02.2024" }), codes: ["badDay"] },
    { cells: person({ State: "identified", "Identified on": "2199-01-01" }), codes: ["futureDay"] },
    { cells: person({ "Client number": "№ 7" }), codes: ["badClientNumber"] },
    { cells: person({ "Client number": "1.2E+15" }), codes: ["roundedNumber"] },
    { cells: person({ "Client number": number.toLowerCase() }), codes: ["numberOfAnother"] },
    { cells: person({ Country: "Atlantis" }), codes: ["badCountry"] },
    { cells: person({ "E-mail": staff }), codes: ["emailOfStaff"] },
    { cells: person({ ...twice, Name: "First Twice" }), codes: ["emailTwice"] },
    { cells: person({ "E-mail": "TWICE@many.example", Name: "Second Twice" }), codes: ["emailTwice"] },
    { cells: person(sameNumber), codes: ["numberTwice"] },
    { cells: person({ "Client number": "TWICE-1" }), codes: ["numberTwice"] },
    { cells: person({ Name: "Person 1", "E-mail": "Person-1@Many.example", Phone: "" }), codes: ["sameLine"] },
    { cells: person({ Name: "Broken \uFFFD name" }), codes: ["unreadableLetters"] },
    { cells: person(), codes: ["tooManyCells"], more: "of an unquoted; comma" },
    { cells: company({ "Registration number": "" }), codes: ["noRegisterNumber"] },
    { cells: company({ "Registration number": "!" }), codes: ["badRegisterNumber"] },
    { cells: company({ Representatives: "" }), codes: ["noRepresentative"] },
    { cells: company({ Representatives: "the boss" }), codes: ["badRepresentative"] },
    { cells: company({ Representatives: "nobody@many.example" }), codes: ["representativeUnknown"] },
    { cells: company({ Representatives: "twice@many.example" }), codes: ["representativeFaulty"] },
    { cells: company({ Representatives: staff }), codes: ["representativeStaff"] },
    { cells: company({ Representatives: closed }), codes: ["representativeClosed"] },
    { cells: company({ Representatives: busy }), codes: ["representativeBusy"] },
    {
      cells: company({ State: "identified", "Identified on": "2024-05-31" }),
      codes: ["representativeNotIdentified"],
    },
    { cells: company({ ...sameRegister, Name: "One Ltd" }), codes: ["registerNumberTwice"] },
    { cells: company({ ...sameRegister, Name: "Other Ltd" }), codes: ["registerNumberTwice"] },
    // All reasons of a line at once.
    {
      cells: { Type: "company", Name: "", Phone: "x", Language: "xx", Country: "XX" },
      codes: ["noName", "badLanguage", "badCountry", "noRegisterNumber", "badPhone", "noRepresentative"],
    },
  ];
}

const quoted = (cell: string): string => (/[,"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const lineOf = (cells: Cells, more?: string): string =>
  [...header.map((name) => quoted(cells[name] ?? "")), ...(more === undefined ? [] : [more])].join(",");

/** The text of the file, and the codes that are to be told by line; faulty lines are spread over it. */
export function manyClients(
  good: number,
  faulty: readonly FaultyLine[],
): { text: string; told: Map<number, string[]> } {
  const lines: string[] = [header.join(",")];
  const told = new Map<number, string[]>();
  const every = Math.floor(good / faulty.length);
  const left = [...faulty];
  for (let at = 1; at <= good; at += 1) {
    lines.push(
      lineOf({
        Type: "person",
        Name: `Person ${at}`,
        "E-mail": `person-${at}@many.example`,
        "Client number": at > 1 ? `M-${at}` : "",
      }),
    );
    const next = at % every === 0 ? left.shift() : undefined;
    if (!next) continue;
    lines.push(lineOf(next.cells, next.more));
    told.set(lines.length, next.codes);
  }
  for (const { cells, more, codes } of left) {
    lines.push(lineOf(cells, more));
    told.set(lines.length, codes);
  }
  return { text: lines.join("\n"), told };
}
