/** The words of a reply, as mail programs in three languages quote. */
import { expect, test } from "vitest";
import { run } from "./parse-mail.task.ts";
import { replyText } from "./reply-text.ts";

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
  ["an older mail without the line", "On Monday Portico wrote:\n> Hello Anna,\n> we answered."],
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

test("the thread that reads a mail returns the reply alone, and nothing of one that no comment can hold", async () => {
  const read = (text: string) => run({ source: Buffer.from(`From: anna@mail.example\r\n\r\n${text}`) });
  expect((await read(`Thank you.\n\n${quoted("On Monday Portico wrote:")}`))?.text).toBe("Thank you.");
  expect((await read("a\n".repeat(100_000)))?.text).toBeNull();
});
