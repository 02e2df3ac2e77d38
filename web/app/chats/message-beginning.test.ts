/** What a reply shows of the message that it answers. */
import { textIn } from "@portico/messages/server-text.ts";
import { expect, test } from "vitest";
import { shortenMessage } from "./message-beginning.ts";

const t = textIn("en");
const file = (name: string) => ({ id: 1, name, size: 1, media_type: "image/png", state: "clean" as const });

test.each([
  ["its text", { text: "What are the fees?", files: [file("fees.png")] }, "What are the fees?"],
  ["its files if it has no text", { text: "", files: [file("one.png"), file("two.png")] }, "one.png, two.png"],
  ["that it goes on", { text: "What are the fees of this year?", files: [] }, "What are the fees…"],
  ["no half of a character", { text: `${"a".repeat(17)}👩‍👧🙂`, files: [] }, `${"a".repeat(17)}👩‍👧…`],
])("%s", (_, message, shown) => expect(shortenMessage(t, { ...message, deleted_at: null }, 18)).toBe(shown));

test("that it was deleted, and nothing else", () =>
  expect(shortenMessage(t, { text: "", files: [], deleted_at: "2026-03-09T12:00:00.000Z" }, 18)).toBe(
    t("chats.removed"),
  ));
