/** What a notification or a mail shows of a text with Markdown. */
import { expect, test } from "vitest";
import { plainTextOf } from "./plain-text.ts";

test.each([
  [
    "**Please** send us:\n\n- your *identity card*\n- a payslip",
    "Please send us:\n\n• your identity card\n• a payslip",
  ],
  ["# Steps\n\n3. Sign\n   - on each page\n4. Send", "Steps\n\n3. Sign\n   • on each page\n4. Send"],
  [
    "See [our fees](https://portico.example/fees), <https://portico.example> or [us](mailto:desk@portico.example).",
    "See our fees (https://portico.example/fees), https://portico.example or us (desk@portico.example).",
  ],
  ["| Fund | Fee |\n| --- | --- |\n| **A** | 1 % |\n\n---\n\nRegards", "Fund | Fee\nA | 1 %\n\nRegards"],
])("%j", (text, plain) => expect(plainTextOf(text)).toBe(plain));

test.each([
  "Fees:\n- 12.50 EUR\n+ 3 EUR\n2*3*4 shares",
  "Dear Anna,\nthank you.\n\nIvan",
  "<b>5 < 6</b>",
  "`code`",
  "",
])("%j stays as it is", (text) => expect(plainTextOf(text)).toBe(text));
