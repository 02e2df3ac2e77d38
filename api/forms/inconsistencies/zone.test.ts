/** The machine-readable zone against everything typed about the document and the person. */
import { mrzCheckDigit } from "@portico/kyc/mrz.ts";
import { expect, test } from "vitest";
import type { Answers, FormAnswers } from "../field.ts";
import { findInZone } from "./zone.ts";

/** The zone of a passport or card of three lines, with correct check digits. */
function zone({
  code = "P<",
  issuer = "BGR",
  number = "387654321",
  nationality = "BGR",
  birth = "850315",
  sex = "F",
  expiry = "310314",
  data = "8503151019",
  names = "IVANOVA<<MARIA<PETROVA",
} = {}): string {
  const digit = (part: string) => part + mrzCheckDigit(part);
  const dates = [digit(birth), sex, digit(expiry)];
  if (!code.startsWith("P")) {
    const first = `${digit(number)}${data.padEnd(15, "<")}`;
    const composite = mrzCheckDigit(`${first}${dates[0]}${dates[2]}${"".padEnd(11, "<")}`);
    return `${code}${issuer.padEnd(3, "<")}${first}${dates.join("")}${nationality.padEnd(3, "<")}${"".padEnd(11, "<")}${composite}${names.padEnd(30, "<")}`;
  }
  const dataPart = digit(data.padEnd(14, "<"));
  const composite = mrzCheckDigit(`${digit(number)}${dates[0]}${dates[2]}${dataPart}`);
  return `${code}${issuer.padEnd(3, "<")}${names.padEnd(39, "<")}${digit(number)}${nationality.padEnd(3, "<")}${dates.join("")}${dataPart}${composite}`;
}

const form = (line: string, changes: Readonly<Record<string, Answers>> = {}): FormAnswers => ({
  identity: {
    firstName: "Maria",
    lastName: "Ivanova",
    birthDate: "1985-03-15",
    nationalities: ["BG"],
    ...changes["identity"],
  },
  nationalIdentifier: { identifierKind: "personal", identifierValue: "8503151019", ...changes["nationalIdentifier"] },
  document: {
    documentKind: "passport",
    documentNumber: "387654321",
    documentCountry: "BG",
    documentExpires: "2031-03-14",
    machineReadableZone: line,
    ...changes["document"],
  },
});
const codes = (line: string, changes?: Readonly<Record<string, Answers>>) =>
  findInZone(form(line, changes), "2026-11-21").map(({ code }) => code);

test("a zone that agrees in everything says nothing", () => {
  expect(codes(zone())).toEqual([]);
  expect(codes(zone({ code: "ID" }), { document: { documentKind: "identityCard" } })).toEqual([]);
});

test.each<[string, Parameters<typeof zone>[0], Record<string, Answers>]>([
  ["zoneNames", { names: "PETROVA<<MARIA" }, {}],
  ["zoneBirthDate", { birth: "850316" }, {}],
  ["zoneDocument", { number: "387654322" }, {}],
  ["zoneExpires", { expiry: "320314" }, {}],
  ["zoneExpired", { expiry: "250314" }, {}],
  ["zoneIssuer", { issuer: "POL" }, {}],
  ["zoneIssuer", { issuer: "D<<" }, { document: { documentCountry: "FR" } }],
  ["zoneNationality", { nationality: "POL" }, {}],
  ["zoneNationality", { nationality: "XXA" }, {}],
  ["zoneNationality", {}, { identity: { stateless: true, nationalities: undefined } }],
  ["zoneSex", { sex: "M" }, {}],
  ["zoneKind", { code: "ID" }, {}],
  ["zoneKind", {}, { document: { documentKind: "identityCard" } }],
  // A valid number of somebody else, born on the same day.
  ["zoneIdentifier", {}, { nationalIdentifier: { identifierValue: "8503151030" } }],
])("%s: %j", (code, line, changes) => {
  expect(codes(zone(line), changes)).toEqual([code]);
});

test.each<[string, Parameters<typeof zone>[0], Record<string, Answers>]>([
  ["a sex that is not stated", { sex: "<" }, {}],
  ["a refugee's document", { nationality: "XXB" }, {}],
  ["one of several nationalities", { nationality: "POL" }, { identity: { nationalities: ["BG", "POL", "PL"] } }],
  ["a stateless person's", { nationality: "XXA" }, { identity: { stateless: true } }],
  ["Germany's code", { issuer: "D" }, { document: { documentCountry: "DE" } }],
  ["an organisation's document", { issuer: "UNO", nationality: "UNO" }, {}],
  // Spain's cards for life are printed with 99-01-01.
  ["a card for life", { expiry: "990101" }, { document: { documentExpires: "9999-01-01" } }],
  ["a card without an expiry", { expiry: "<<<<<<" }, {}],
  ["a passport card", { code: "IP" }, {}],
  ["a document without the number", { data: "" }, {}],
  ["a permit with the number of its own state", { data: "44051401359" }, {}],
])("%s agrees", (_, line, changes) => {
  expect(codes(zone(line), changes)).toEqual([]);
});
