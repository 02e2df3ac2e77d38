/** The source of each shipped text reads as the same message. */
import { expect, test } from "vitest";
import { languages } from "./catalogue.ts";
import { readMessage } from "./icu.ts";
import { messageIn, textKeys } from "./server-text.ts";
import { writeMessage } from "./write-message.ts";

test.each(languages)("every text of mails in %s", (language) => {
  const keys = textKeys.filter((key) => key.startsWith("mail."));
  expect(keys.length).toBeGreaterThan(50);
  for (const key of keys) {
    const message = messageIn(language, key);
    const read = readMessage(writeMessage(message ?? ""), language);
    expect(read.problems, key).toEqual([]);
    expect(read.compiled, key).toEqual(typeof message === "string" ? [message] : message);
  }
});

test("signs that mean something in a message are quoted", () => {
  expect(writeMessage("it's {not}")).toBe("it''s '{'not'}'");
  expect(readMessage(writeMessage("it's {not}"), "en").compiled).toEqual(["it's {not}"]);
});
