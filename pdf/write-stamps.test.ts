/** Stamps for the frames of signatures: one page each, whole lines where they fit, always something that can be printed. */
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { writeStamps } from "./write-stamps.ts";

const frame = { width: 214.64, height: 62 };
const settings = { language: "bg", date: "2026-11-22T10:11:12.000Z" };
const linesOf = async (lines: string[]) => {
  const data = await writeStamps([{ ...frame, lines }], settings);
  const task = getDocument({ data, useSystemFonts: false, verbosity: 0 });
  const { items } = await (await (await task.promise).getPage(1)).getTextContent();
  await task.destroy();
  return items.map((item) => ("str" in item ? item.str : "")).join("");
};

test("a line that is a little too long is printed smaller, whole", async () => {
  const at = "Подписано електронно, 22 ноември 2026 г., 11:58:21 (UTC+02:00)";
  expect(await linesOf(["Анна Иванова", at])).toContain(at);
});

test("what fits at no size is cut, and a character that the font lacks is printed as its code point", async () => {
  const said = await linesOf(["Li 李", "word ".repeat(60)]);
  expect(said).toContain("Li [U+674E]");
  expect(said).toMatch(/word.*…/s);
  expect(said.length).toBeLessThan(200);
});

test("the same stamps give the same bytes", async () => {
  const write = () => writeStamps([{ ...frame, lines: ["Anna"] }], settings);
  expect(Buffer.from(await write()).equals(Buffer.from(await write()))).toBe(true);
});
