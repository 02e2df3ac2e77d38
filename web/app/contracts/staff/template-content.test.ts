/** A template while it is edited. */
import { textIn } from "@portico/messages/server-text.ts";
import { expect, test } from "vitest";
import { comparedTemplate } from "./compared-template.ts";
import { contentFaults, emptyContent, toTemplateContent, typedContent } from "./template-content.ts";

const named = { bg: "Договор", en: "Contract", pl: "Umowa" };
const filled = { ...emptyContent, name: named, text: { bg: "", en: "Text", pl: "" } };
const field = { id: "fee", name: named, kind: "number" as const, filledBy: "staff" as const };

test("a template needs a name in every language and a text in one", () => {
  expect(contentFaults(emptyContent)).toEqual(["name.bg", "name.en", "name.pl", "text"]);
  expect(contentFaults(filled)).toEqual([]);
});

test("days are checked as typed, and reminders may be listed with commas or spaces", () => {
  expect(contentFaults({ ...filled, expiryDays: "0", reminderDays: "7, 61" })).toEqual(["expiryDays", "reminderDays"]);
  expect(contentFaults({ ...filled, reminderDays: "1 2 3 4 5 6" })).toEqual(["reminderDays"]);
  expect(toTemplateContent({ ...filled, expiryDays: "14", reminderDays: "7, 3 1" })).toMatchObject({
    expiryDays: 14,
    reminderDays: [7, 3, 1],
  });
  expect(toTemplateContent({ ...filled, reminderDays: "" }).reminderDays).toEqual([]);
});

test("fields need an id of their own and a name in every language", () => {
  const fields = [
    field,
    { ...field },
    { ...field, id: "Fee 2" },
    { ...field, id: "city", name: { ...named, pl: " " } },
  ];
  expect(contentFaults({ ...filled, fields })).toEqual(["fields.1.twice", "fields.2.id", "fields.3.name"]);
});

test("what is loaded and not changed is saved as it was", () => {
  const content = toTemplateContent({ ...filled, fields: [field] });
  expect(toTemplateContent(typedContent(content))).toEqual(content);
});

test("texts of a template are compared by language; its fields and rules are read in every language", () => {
  const after = { ...filled, text: { ...filled.text, en: "Another text" }, fields: [field], expiryDays: "14" };
  const changed = comparedTemplate(textIn("en"), "en", filled, after).filter((part) => part.before !== part.after);
  expect(changed.map(({ id, language, ofAll = false }) => [id, language, ofAll])).toEqual([
    ["en text", "en", false],
    ["fields", "en", true],
    ["options", "en", true],
  ]);
});
