/** The words of a reply, as mail programs in three languages quote. */
import { expect, test } from "vitest";
import { replyText } from "./reply-text.ts";
import quotations from "./testing/quotations.json" with { type: "json" };

const quoted = (introduction: string, marker = "##- Please type your reply above this line -##"): string =>
  [introduction, `> ${marker}`, ">", "> Hello Anna,", "> we answered your question."].join("\n");

test.each([
  ["Gmail", quoted("On Mon, 23 Nov 2026 at 10:12, Portico <no-reply@firm.example> wrote:")],
  ["Gmail in two lines", quoted("On Mon, 23 Nov 2026 at 10:12, Portico\n<no-reply@firm.example> wrote:")],
  ["Gmail in Bulgarian", quoted("На пн, 23.11.2026 г. в 10:12 Portico <no-reply@firm.example> написа:")],
  ["Gmail in Polish", quoted("pon., 23 lis 2026 o 10:12 Portico <no-reply@firm.example> napisał(a):")],
  [
    "Outlook",
    "-----Original Message-----\nFrom: Portico <no-reply@firm.example>\nSent: Monday, 23 November 2026 10:12\nTo: Anna\nSubject: Answer\n\n##- Моля, напишете отговора си над този ред -##\n\nHello Anna,",
  ],
  [
    "Outlook in Polish",
    "________________________________\nOd: Portico <no-reply@firm.example>\nWysłane: poniedziałek, 23 listopada 2026 10:12\nDo: Anna\nTemat: Odpowiedź\n\n##- Prosimy pisać odpowiedź powyżej tej linii -##\n\nDzień dobry,",
  ],
  ["a program that quotes without a word", quoted("")],
  ["a mail without the line", "On 23 Nov 2026 Portico <no-reply@firm.example> wrote:\n> Hello Anna,\n> we answered."],
])("%s", (_, quotation) => {
  const words = "Thank you.\n\nTwo questions remain:\n- when, and\n- how much?";
  expect(replyText(`${words}\n\n${quotation}`.replaceAll("\n", "\r\n"))).toBe(words);
});

test("a reply below the quotation, one without a quotation, and one without words", () => {
  expect(replyText(`${quoted("On Monday Portico wrote:")}\n\nThank you.`)).toBe("Thank you.");
  expect(replyText(" Thank you: all is clear. \n")).toBe("Thank you: all is clear.");
  expect(replyText(quoted("On Monday Portico wrote:"))).toBe("");
});

test("words that look like a quotation's introduction are kept where none follows", () => {
  expect(replyText("My new address:\n12 Harbour Street\nPhone: 0888 123456")).toBe(
    "My new address:\n12 Harbour Street\nPhone: 0888 123456",
  );
});

test("answers between the quoted lines are kept with what they answer", () => {
  const text = "My answers:\n> When?\nTomorrow.\n> How much?\nAll of it.";
  expect(replyText(text)).toBe(text);
});

test.each(quotations)("a reply as it comes from mail programs: $name", ({ mail, words }) => {
  expect(replyText(mail)).toBe(words);
});

const below = quoted("On 23 Nov 2026 at 10:12, Portico <no-reply@firm.example> wrote:");
test.each([
  ["a line with >", "Sell if the price is\n> 100 EUR"],
  ["a table", "| what | how much |\n| --- | --- |\n| SXR8 | 10 |"],
  ["a line of dashes", "Order\n-----------\n10 SXR8"],
  ["a signature", "Yes.\n\n-- \nAnna\n+359 888 123456"],
  ["an account", "IBAN: BG80BNBG96611020345678\nBIC: BNBGBGSF"],
  ["a colon at the end", "Please buy:"],
  ["a period", "A statement please\nОт: 01.01.2026\nДо: 31.10.2026"],
  ["a letter's head", "До: Портико\nОт: Анна\nОтносно: Молба\n\nМоля за справка."],
  ["a mail that is named", "I wrote to ivan@mail.example on 3 May 2026:\nnothing came back."],
])("own words above the quotation stay: %s", (_, words) => {
  expect(replyText(`${words}\n\n${below}`)).toBe(words);
  expect(replyText(`${words}\n${below}`)).toBe(words);
  expect(replyText(`${words}\n\n${quoted("")}`)).toBe(words);
  expect(replyText(words), "and without a quotation").toBe(words);
});

test("without the line, what may be an introduction is no reason to cut", () => {
  for (const words of [
    "On Monday Portico wrote:\n> Hello Anna,\n> we answered.\n\nWhat does it mean?",
    "> 100 EUR is my limit",
    "From: Anna\nTo: Portico\n\nPlease call me.",
  ])
    expect(replyText(words)).toBe(words);
});
