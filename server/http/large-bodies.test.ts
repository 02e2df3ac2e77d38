/** Large bodies have the value that JSON.parse gives, and other work has its turn while they are read. */
import { FileText } from "@portico/api/file-text.ts";
import { expect, test } from "vitest";
import { readLargeBody } from "./large-bodies.ts";

const parse = async (text: string): Promise<unknown> => JSON.parse(text) as unknown;
const read = (body: string | Buffer, withFileTexts = true): Promise<unknown> =>
  readLargeBody([Buffer.from(body)], { withFileTexts, parse });

/** The value with each file text as one string. */
const joined = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (part instanceof FileText ? part.toString() : part)));

const characters = ["x", "/", '"', "\\", "\n", "\u0000", "я", "€", "👩‍🚀", "\u{10FFFF}"];
/** Every character at every place around the borders of the pieces. */
function textWithAll(): string {
  const parts: string[] = [];
  for (let place = 0; place < 40_000; place++)
    parts.push(place % 7 === 0 ? (characters[place % characters.length] ?? "") : "plain ");
  return parts.join("");
}
const escaped = (text: string): string =>
  JSON.stringify(text)
    .replaceAll("/", "\\/")
    .replaceAll(/[^\0-\u007F]/g, (unit) => {
      const units = unit.split("").map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, "0")}`);
      return units.join("");
    });

test("a file's text is read in pieces, none of which ends inside a character, with every kind of escape", async () => {
  const text = textWithAll();
  for (const written of [JSON.stringify(text), escaped(text), JSON.stringify("я".repeat(200_000))])
    for (const shift of ["", "1", "12", "123"]) {
      const body = `{"documents":[{"fileName":"a${shift}.pdf","base64data" : ${written} , "n":1},{"base64data":"short"}],"content":${written}}`;
      const value = (await read(body)) as { content: FileText };
      expect(joined(value)).toEqual(JSON.parse(body));
      expect(value.content.pieces.length).toBeGreaterThan(2);
      for (const piece of value.content.pieces)
        expect([piece.length <= 70_000, piece.isWellFormed()]).toEqual([true, true]);
    }
});

test("what is no file's text stays as it is: other fields, keys and lists, and calls without a file", async () => {
  const long = "x".repeat(200_000);
  for (const [body, withFileTexts] of [
    [{ name: long, base64data: "" }, true],
    [{ base64data: [long], content: { content: 1, more: long } }, true],
    [{ [long]: "base64data", x: ["base64data", long] }, true],
    [{ base64data: long, content: long }, false],
  ] as const) {
    const value = await read(JSON.stringify(body), withFileTexts);
    expect(withFileTexts ? joined(value) : value).toEqual(body);
  }
  // Half of a character stays one, for whoever checks the text.
  expect(joined(await read(`{"content":"${long}\\ud83d${long}"}`))).toEqual({ content: `${long}\uD83D${long}` });
  // The last of equal names counts, also among file texts.
  expect(joined(await read(`{"content":"${long}","content":"b"}`))).toEqual({ content: "b" });
});

test("what is no JSON is malformed, wherever the fault is", async () => {
  const long = "x".repeat(200_000);
  for (const body of [
    `{"content":"${long}`,
    `{"content":"${long}\\"}`,
    `{"content":"${long}\n"}`,
    `{"content":"${long}\\q"}`,
    `{"content":"${long}\\u00zz"}`,
    `{"content":"${"\\u00zz".repeat(50_000)}"}`,
  ])
    await expect(read(body), body.slice(-30)).rejects.toMatchObject({ code: "malformedJson" });
  for (const body of [`{"content":"${long}"`, `{"content":"${long}"]`, `{"content""${long}"}`, `"${long}" 1`])
    await expect(read(body), body.slice(-30)).rejects.toThrow(SyntaxError);
});

test("many values, deep nesting and much besides the file are refused before they become objects", async () => {
  const started = performance.now();
  const megabytes = 14 * 1024 * 1024;
  await expect(read(`[${"0,".repeat(megabytes / 2)}0]`)).rejects.toMatchObject({ code: "badInput" });
  await expect(read("[".repeat(megabytes))).rejects.toMatchObject({ code: "badInput" });
  await expect(read(" ".repeat(megabytes))).rejects.toMatchObject({ code: "tooLarge" });
  await expect(read(`{"name":"${"\\n".repeat(megabytes / 2)}"}`)).rejects.toMatchObject({ code: "tooLarge" });
  expect(performance.now() - started).toBeLessThan(10_000);
  const most = `[${"0,".repeat(19_000)}0]`;
  expect(await read(most)).toEqual(JSON.parse(most));
});

test("other work has its turn at least once for each 128 KiB", async () => {
  const megabytes = 4 * 1024 * 1024;
  for (const text of ["A".repeat(megabytes), "\\/".repeat(megabytes / 2), "\\u0041".repeat(megabytes / 6)]) {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const value = (await read(`{"base64data":"${text}"}`)) as { base64data: FileText };
    clearImmediate(next);
    expect(value.base64data.length).toBe((JSON.parse(`"${text}"`) as string).length);
    expect(turns).toBeGreaterThan(text.length / (128 * 1024));
  }
});
