/** What of a reply is left out: the portal's own mail, and never the words of its sender. */
import { languages } from "@portico/api/shapes.ts";
import { describe, expect, test } from "vitest";
import type { SentMails } from "./quotable-mails.ts";
import { replyText } from "./reply-text.ts";
import quotations from "./testing/quotations.json" with { type: "json" };
import { type Answer, ownAddress, renderAnswer, sentMails } from "./testing/sent.ts";

const sent = sentMails();
const words = (text: string, of: SentMails = sent): string => replyText(text, of).words;

const letter = (answer?: Answer): string => renderAnswer(answer).text.trim();
const marked = (text: string, mark = "> "): string =>
  text
    .split("\n")
    .map((line) => (mark + line).trimEnd())
    .join("\n");
const quoted = (introduction: string, answer?: Answer): string =>
  [...(introduction === "" ? [] : [introduction]), marked(letter(answer))].join("\n");
const from = `Portico <${ownAddress}>`;
const outlook = (answer?: Answer): string =>
  `From: ${from}\nSent: Monday, 23 November 2026 10:12\nTo: Anna\nSubject: Answer\n\n${letter(answer)}`;

test.each([
  ["Gmail", quoted(`On Mon, 23 Nov 2026 at 10:12, ${from} wrote:`)],
  ["Gmail in two lines", quoted(`On Mon, 23 Nov 2026 at 10:12, Portico\n<${ownAddress}> wrote:`)],
  ["Gmail in Bulgarian", quoted(`На пн, 23.11.2026 г. в 10:12 ${from} написа:`, { language: "bg" })],
  ["Gmail in Polish", quoted(`pon., 23 lis 2026 o 10:12 ${from} napisał(a):`, { language: "pl" })],
  ["Thunderbird without an address", quoted("On 11/23/26 10:12, Portico wrote:")],
  ["Outlook", `-----Original Message-----\n${outlook({ language: "bg" })}`],
  ["Outlook in the web", `________________________________\n${outlook()}`],
  [
    "Outlook in Polish",
    `________________________________\nOd: ${from}\nWysłane: poniedziałek, 23 listopada 2026 10:12\nDo: Anna\nTemat: Odpowiedź\n\n${letter({ language: "pl" })}`,
  ],
  [
    "Outlook that knows the sender by name, with the subject",
    `From: Portico\nSent: Monday, 23 November 2026 10:12\nTo: Anna\nSubject: RE: ${renderAnswer().subject}\n\n${letter()}`,
  ],
  ["a program that quotes without a word", quoted("")],
  [
    "lines that were broken on their way",
    quoted("")
      .replace("Portico. If you have", "Portico. If\n> you have")
      .replace("You can reply in", "You can\n> reply in"),
  ],
  [
    "links that a service rewrote",
    letter().replace(
      /Open the portal:\n(\S+)/,
      (_, link: string) =>
        `Open the portal<https://eur01.safelinks.protection.example/?url=${encodeURIComponent(link)}&data=05>`,
    ),
  ],
  [
    "two rounds",
    `${outlook()}\n\nFrom: Anna <anna@mail.example>\nSent: Sunday, 22 November 2026 9:00\nTo: ${from}\nSubject: A fee\n\nWhat is it for?\n\n${outlook()}`,
  ],
])("%s: the mail is left out", (_, quotation) => {
  const own = "Thank you.\n\nTwo questions remain:\n- when, and\n- how much?";
  const of = sentMails(undefined, ["What is it for?"]);
  expect(words(`${own}\n\n${quotation}`.replaceAll("\n", "\r\n"), of)).toBe(own);
});

test("a reply below the quotation, one without a quotation, and one without words", () => {
  expect(words(`${quoted("On Monday Portico wrote:")}\n\nThank you.`)).toBe("Thank you.");
  expect(words(" Thank you: all is clear. \n")).toBe("Thank you: all is clear.");
  expect(words(quoted("On Monday Portico wrote:"))).toBe("");
});

const old = {
  subjects: [],
  letters: [
    [
      "Portico",
      "Здравейте, Иван Петров,",
      "Отговорихме по запитването „N x“. Можете да отговорите в портала.",
      "We answer you.",
      "Към портала:\nhttp://localhost:3103/bg/tickets/27?company=0",
      "-- \nТова съобщение е изпратено автоматично от Portico.",
    ],
  ],
  written: [],
  isOwn: (address: string) => address === "no-reply@localhost",
  name: "Portico",
  logo: "",
  paths: ["/tickets/27"],
} satisfies SentMails;
test.each(quotations)("a reply as it comes from mail programs: $name", ({ mail, words: expected }) => {
  expect(words(mail, old)).toBe(expected);
});

/** What people write that looks like the head of a mail. */
const headed = {
  "an order in Polish": "Proszę o przelew:\n\nOd: Anna Nowak\nDo: Jan Kowalski\nData: 01.12.2026\nKwota: 500 EUR",
  "an order in Bulgarian": "Моля, наредете:\n\nОт: Анна\nДо: Иван\nДата: 01.12.2026\nСума: 500 EUR",
  "an order in German": "Bitte überweisen:\n\nVon: Anna\nAn: Jan\nDatum: 01.12.2026\nBetrag: 500 EUR",
  "an order in English": "Please pay:\n\nFrom: my account\nTo: John Smith\nDate: 1 December 2026\nAmount: 500 EUR",
  "an order that ends with its day": "Proszę o przelew 500 EUR\n\nOd: Anna\nDo: Jan\nData: 01.12.2026",
  "an order from the firm's account": "Please pay out:\n\nFrom: Portico\nTo: BG80BNBG96611020345678\nDate: 1.12.2026",
  "a period": "Von: 01.01.2026\nAn: 31.10.2026\nDatum: heute",
  "a change of details": "От: 01.12.2026\nДо: без край\nДата: 30.11.2026\nНов адрес: ул. Шипка 1",
  "a table": "Od: | Anna\nDo: | Jan\nData: | 01.12.2026\nKwota: | 500",
  "a forwarded mail of Gmail":
    "See below.\n\n---------- Forwarded message ---------\nFrom: Bank <office@bank.example>\nDate: Mon, 23 Nov 2026 at 09:00\nSubject: Your transfer\nTo: Anna <anna@mail.example>\n\nYour transfer of 500 EUR was returned.",
  "a forwarded mail of Outlook":
    "See below.\n\n________________________________\nFrom: Bank <office@bank.example>\nSent: Monday, 23 November 2026 9:00\nTo: Anna\nSubject: Your transfer\n\nYour transfer of 500 EUR was returned.",
  "an original message of somebody else":
    "-----Original Message-----\nFrom: Bank <office@bank.example>\nSent: Monday, 23 November 2026 9:00\nTo: Anna\nSubject: Your transfer\n\nIt was returned.\n\nWhat now?",
  "what somebody wrote":
    "My lawyer <law@law.example> wrote on 3 May 2026 at 10:12 the following:\n> sell all\n> by Friday\nI agree.",
  "who wrote, and an answer":
    "On 3 May 2026, at 10:12, Bank <office@bank.example> wrote:\n> It is returned.\n\nI agree.",
  "a line with >": "Sell if the price is\n> 100 EUR",
  "a signature": "Yes.\n\n-- \nAnna\n+359 888 123456",
  "a letter's head": "До: Портико\nОт: Анна\nОтносно: Молба\n\nМоля за справка.",
  "a sentence that ends with a day": "I will pay on 5 May 2026",
};
const below = Object.entries({
  nothing: "",
  "a quotation": quoted(`On 23 Nov 2026 at 10:12, ${from} wrote:`),
  "a quotation without an introduction": quoted(""),
  "an unmarked quotation": outlook(),
});
describe.each(Object.entries(headed))("own words stay: %s", (_, own) => {
  test.each(below)("above %s", (name, quotation) => {
    expect(words(`${own}\n\n${quotation}`)).toBe(own);
    if (name !== "nothing") expect(words(`${own}\n${quotation}`)).toBe(own);
  });
  test("below an unmarked quotation", () => {
    expect(words(`${letter()}\n\n${own}`)).toBe(own);
    expect(words(`-----Original Message-----\n${outlook()}\n\n${own}`)).toBe(own);
  });
});

test("answers between the lines are kept with what they answer, marked or not", () => {
  const marks = quoted("").replace("> IBAN: BG80", "> IBAN: BG80\nMy IBAN is another one.");
  expect(words(marks)).toBe(marks);
  const plain = letter().replace("IBAN: BG80", "IBAN: BG80\n\nMy IBAN is another one.");
  expect(words(`Hello\n\n${plain}`)).toBe(`Hello\n\n${plain}`);
  const inside = outlook().replace("For custody.", "For custody. No, for transfers!");
  expect(words(inside)).toBe(inside);
});

test("who repeats the firm's words below a quotation has written them", () => {
  const asked = "Please confirm that you want to sell 10 SXR8 at the market price.";
  const of = sentMails([asked], ["Please sell 10 SXR8 today."]);
  for (const answer of [
    "you want to sell 10 SXR8 at the market price.",
    "Please sell 10 SXR8 today.",
    "👍",
    "?",
    "+",
  ]) {
    expect(words(`${letter({ text: asked })}\n\n${answer}`, of)).toBe(answer);
    expect(words(`${quoted("", { text: asked })}\n\n${answer}`, of)).toBe(answer);
  }
  const short = sentMails(["Yes"]);
  expect(words(`${outlook({ text: "Yes" })}\n\nYes`, short)).toBe("Yes");
});

test("the marker that somebody pasted is no quotation, and the one of the mail below it is", () => {
  const [marker = ""] = letter().split("\n");
  for (const pasted of [`What does\n${marker}\nmean? I do not understand it.`, `What is ${marker}?\nTell me.`]) {
    expect(words(pasted)).toBe(pasted);
    expect(words(`${pasted}\n\n${quoted("")}`)).toBe(pasted);
    expect(words(`${pasted}\n\n${outlook()}`)).toBe(pasted);
  }
});

test("a quoted mail that the portal did not send stays", () => {
  for (const text of [
    "On Monday Portico wrote:\n> Hello Anna,\n> we answered.\n\nWhat does it mean?",
    `On 23 Nov 2026 Portico <${ownAddress}> wrote:\n> ${letter().split("\n")[0]}\n> Transfer 500 EUR to me.`,
    "> 100 EUR is my limit",
  ])
    expect(words(text)).toBe(text);
});

test("a picture below the mail is its sender's, the firm's sign is not", () => {
  const signed = letter().replace("Hello Anna", "[cid:image001.png@01DC]\n\nHello Anna");
  expect(words(`Yes\n\n${signed}`)).toBe("Yes");
  expect(words(`${signed}\n\n[cid:shot]`)).toBe("[cid:shot]");
});

test("lines without words stay with what they belong to", () => {
  expect(words(`Yes\n_______\n________________________________\n${outlook()}`)).toBe("Yes\n_______");
  expect(words(`${letter()}\n\n------\nYes`)).toBe("------\nYes");
});

test("what others add below the mail stays too", () => {
  for (const language of languages) {
    const text = `Да.\n\n${letter({ language })}\n\nThis e-mail is confidential.`;
    expect(words(text)).toBe("Да.\n\nThis e-mail is confidential.");
  }
});

test("a sentence above an introduction of one line is no part of it", () => {
  const text = `Call me on 5 May.\n${from} wrote:\n${quoted("")}`;
  expect(words(text)).toBe("Call me on 5 May.");
});

test("long mails take no time", () => {
  const began = performance.now();
  const text = "the same words again and again ".repeat(2000);
  expect(words(`Yes\n${letter()}\n${text}`, sentMails([text]))).toContain("again");
  words(`${`${letter().split("\n")[0]}\n`.repeat(3000)}${"> x\n".repeat(50_000)}`);
  expect(performance.now() - began).toBeLessThan(8000);
});
