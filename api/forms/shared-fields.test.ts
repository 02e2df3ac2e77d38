/** Valid addresses, names and terms of office. */
import { expect, test } from "vitest";
import { step as bank } from "./bank.ts";
import { checkStep } from "./check-step.ts";
import { step as entity } from "./company/entity.ts";
import type { Answers, Step } from "./field.ts";
import { step as contact } from "./person/contact.ts";
import { step as document } from "./person/document.ts";
import { step as identity } from "./person/identity.ts";
import { step as work } from "./person/work.ts";
import { firstSettled } from "./settled.ts";

const faultAt = (step: Step, answers: Answers, field: string) =>
  checkStep(step, {
    form: { [step.name]: answers },
    today: "2026-11-21",
    ownerPercent: 25,
    settled: firstSettled,
  }).find(({ path }) => path === `${step.name}.${field}`)?.code;

const boxes = [
  ["п.к. 15", "п. к. 7", "ПК 15", "п.к.№ 112", "гр. Варна, п.к. 9", "П.К. 1234", "Пощенска кутия 3", "пощ. кутия 3"],
  ["P.O. Box 12", "PO Box 12", "P O Box 12", "POB 12", "Post Office Box 5", "Postbox 77", "Postal Box No. 4"],
  [
    "skr. poczt. 5",
    "Skrytka pocztowa 5",
    "skr.poczt. nr 5",
    "skrytka 12",
    "Przegródka pocztowa 4",
    "UP 1, skr. poczt. 8",
  ],
].flat();
const streets = [
  [
    "ул. П. К. Яворов 15",
    "ул. Пощенска 3",
    "бул. Витоша 12, ап. 15",
    "ул. Шипка 5, п.к. 1504",
    "ж.к. Люлин, бл. 15",
    "пл. Поп Кутиян 2",
  ],
  ["12 Vitosha Blvd", "4 Box Hill Road", "1 Postbox Lane", "5 Poplar Court", "PO 12", "17 Old Post Office Street"],
  ["ul. Pocztowa 5", "ul. Skarbowa 12", "al. Jana Pawła II 15", "os. Przygródek 4", "ul. P. Skargi 5"],
].flat();

test.each(boxes)("%s is a post office box: neither a residence nor a company's seat", (street) => {
  expect(faultAt(contact, { residenceStreet: street }, "residenceStreet")).toBe("residencePostBox");
  expect(faultAt(entity, { registeredStreet: street }, "registeredStreet")).toBe("seatPostBox");
});
test.each(streets)("%s is a street", (street) => {
  expect(faultAt(contact, { residenceStreet: street }, "residenceStreet")).toBeUndefined();
});

test.each([
  ["BG", "1000", undefined],
  ["BG", "abc", "badPostcode"],
  ["BG", "10000", "badPostcode"],
  ["PL", "00-950", undefined],
  ["PL", "1", "badPostcode"],
  ["PL", "00950", "badPostcode"],
  ["IE", "D02 AF30", undefined],
  ["", "abc", undefined],
])("in %s the postcode %s is told as %s", (country, code, fault) => {
  const address = { residenceCountry: country, residencePostcode: code };
  expect(faultAt(contact, address, "residencePostcode")).toBe(fault);
  const seat = { registeredCountry: country, registeredPostcode: code };
  expect(faultAt(entity, seat, "registeredPostcode")).toBe(fault);
});

test.each([
  ["3", "badName"],
  ["-", "badName"],
  ["Ivan2", "badName"],
  ["Иван", "notLatin"],
  ["O’Neill-Łukasiewicz", undefined],
])("the name %s is told as %s", (name, fault) => {
  expect(faultAt(identity, { middleName: name }, "middleName")).toBe(fault);
});

test("an office ends no earlier than it began, and a document is not over before it was issued", () => {
  const office = { pep: "self", pepFrom: "2024-05-01" };
  expect(faultAt(work, { ...office, pepUntil: "2024-04-30" }, "pepUntil")).toBe("beforeStart");
  expect(faultAt(work, { ...office, pepUntil: "2024-05-01" }, "pepUntil")).toBeUndefined();
  const issued = { documentIssued: "2028-01-01", documentExpires: "2027-01-01" };
  expect(faultAt(document, issued, "documentExpires")).toBe("beforeStart");
});

test("an account is kept in a currency that exists and is in use", () => {
  const codeOf = (accountCurrency: string) => faultAt(bank, { accountCurrency }, "accountCurrency");
  expect(["EUR", "JPY", "PLN"].map(codeOf)).toEqual([undefined, undefined, undefined]);
  expect(["QQQ", "BGN", "XAU", "eur", "ABC"].map(codeOf)).toEqual(Array(5).fill("notAllowed"));
});
