/** What pages check before they send is what the server takes: the shared rules against the shapes of the calls. */
import { entryKinds } from "@portico/ledger/entry.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { portfolios } from "../portfolios.ts";
import { brand } from "../settings/settings.ts";
import { email, phone } from "../sign-in.ts";
import { password, personName } from "../users.ts";
import { emailShape, isEmail, isRecordedEmail, normaliseEmail } from "./email.ts";
import { isPasswordLength, passwordLength } from "./password.ts";
import { isPersonName, normalisePersonName } from "./person-name.ts";
import { isStoredPhone, isTypedPhone } from "./phone.ts";

const typed = fc.oneof(
  fc.string({ maxLength: 140 }),
  fc.string({ unit: "grapheme", maxLength: 140 }),
  fc.emailAddress(),
  fc.stringMatching(/^[ +()./0-9-]{0,30}$/),
  fc.constantFrom(
    " ",
    "A",
    "𐀀",
    "𐀀".repeat(11),
    " Ana ",
    "Ivan\u202Evortep",
    "Eve\nBcc: a@b.bg",
    "\u200Bana@bank.bg\u200E",
    "x".repeat(120),
    "x".repeat(121),
  ),
);
const agree = (rule: (text: string) => boolean, shape: { safeParse(value: unknown): { success: boolean } }) =>
  fc.assert(
    fc.property(typed, (text) => {
      expect(rule(text)).toBe(shape.safeParse(text).success);
    }),
  );

describe("pages and server agree", () => {
  test("on names, and on how they are stored", () => {
    agree(isPersonName, personName);
    expect(normalisePersonName("  Zoe\u0308 ")).toBe(personName.parse("  Zoe\u0308 "));
  });
  test("on passwords", () => agree(isPasswordLength, password));
  test("on addresses", () => {
    agree(isEmail, email);
    agree((text) => emailShape.test(text), z.email());
    agree((text) => isEmail(text) && text === normaliseEmail(text), brand.shape.supportEmail);
  });
  test("on phone numbers", () => agree(isTypedPhone, phone));
});

test("an address is taken with the invisible marks that were pasted along, and stored without them", () => {
  for (const pasted of ["ana@bank.bg\u200B", "\u202Aana@bank.bg\u202C", "\uFEFFana@bank.bg ", "ana@\u00ADbank.bg"]) {
    expect(isEmail(pasted)).toBe(true);
    expect(email.parse(pasted)).toBe("ana@bank.bg");
  }
});

test("an address has one @, and a domain with a dot", () => {
  expect(["ana@bank.bg", " ana.b+x@mail.bank.pl ", "o'neil@bank.bg"].every(isEmail)).toBe(true);
  const wrong = ["ana", "ana@bank", "a na@bank.bg", "ana@@bank.bg", "ana@bank..bg", ".ana@bank.bg", "a..b@bank.bg", ""];
  expect(wrong.some(isEmail)).toBe(false);
  expect(isEmail(`${"a".repeat(250)}@bank.bg`)).toBe(false);
});

test("a form records addresses of any script, which the portal sends nothing to", () => {
  expect(isRecordedEmail("иван@пример.бг")).toBe(true);
  expect(isEmail("иван@пример.бг")).toBe(false);
  expect(["ana", "ana@bank", "a na@bank.bg", "@bank.bg"].some(isRecordedEmail)).toBe(false);
});

test("a password's length is what counts", () => {
  const ofLength = (length: number) => isPasswordLength("a".repeat(length));
  const { min, max } = passwordLength;
  expect([ofLength(min - 1), ofLength(min), ofLength(max), ofLength(max + 1)]).toEqual([false, true, true, false]);
});

test("a number is typed in many ways and stored in one", () => {
  expect(["+359 88 123-4567", "088 123 4567", "(02) 981/22.22"].every(isTypedPhone)).toBe(true);
  expect(["12345", "call me maybe", `+${"1".repeat(25)}`].some(isTypedPhone)).toBe(false);
  expect(isStoredPhone("+359881234567")).toBe(true);
  expect(["359881234567", "+0881234567", "+359 88 123", "+123456"].some(isStoredPhone)).toBe(false);
});

test("a transaction's kind is one of the ledger's", () => {
  const { kind } = portfolios.listTransactions.answer.shape.transactions.element.shape;
  expect(kind.options).toEqual(entryKinds);
});
