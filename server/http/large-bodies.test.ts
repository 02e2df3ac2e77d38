/** Large bodies have the value that JSON.parse gives, with files as their bytes, and other work has its turn while they are read. */
import { randomBytes } from "node:crypto";
import { FileText } from "@portico/api/file-text.ts";
import { expect, test } from "vitest";
import { readLargeBody } from "./large-bodies.ts";

const parse = async (text: string): Promise<unknown> => JSON.parse(text) as unknown;
const read = (body: string | Buffer, withFiles = true): Promise<unknown> =>
  readLargeBody([Buffer.from(body)], { withFiles, parse });

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
      const body = `{"documents":[{"fileName":"a${shift}.pdf","content" : ${written} , "n":1},{"content":"short"}],"content":${written}}`;
      const value = (await read(body)) as { content: FileText };
      expect(joined(value)).toEqual(JSON.parse(body));
      expect(value.content.pieces.length).toBeGreaterThan(2);
      for (const piece of value.content.pieces)
        expect([piece.length <= 70_000, piece.isWellFormed()]).toEqual([true, true]);
    }
});

test("base64 becomes its bytes, whatever its length and however its letters are written", async () => {
  for (const length of [0, 1, 2, 3, 3 * 1024, 48 * 1024 - 1, 48 * 1024, 48 * 1024 + 1, 500_000]) {
    const [one, other] = [randomBytes(length), randomBytes(length + 1)];
    const texts = [one, other].map((bytes) => JSON.stringify(bytes.toString("base64")));
    for (const written of [
      texts,
      texts.map((text) => text.replaceAll("/", "\\/")),
      texts.map((text) => text.replaceAll("A", "\\u0041")),
    ]) {
      const body = `{"content":"é","documents":[{"base64data":${written[0]},"n":1},{"base64data" : ${written[1]}}],"last":"base64data"}`;
      const value = await read(body);
      expect(value).toEqual({
        content: "é",
        documents: [{ base64data: expect.any(Uint8Array), n: 1 }, { base64data: expect.any(Uint8Array) }],
        last: "base64data",
      });
      const { documents } = value as { documents: { base64data: Uint8Array }[] };
      for (const [place, bytes] of [one, other].entries())
        expect(Buffer.compare(documents[place]?.base64data ?? Buffer.alloc(0), bytes)).toBe(0);
    }
  }
});

test("what is no base64 becomes an empty text, wherever the fault is, and the rest stays as it is", async () => {
  const long = "QUJD".repeat(50_000);
  for (const fault of ["%", "=", "Я", " ", "\\n", "QQ==", "YWJ=", "A"])
    for (const text of [`${long}${fault}${long}`, `${fault}${long}`, ...(fault === "QQ==" ? [] : [`${long}${fault}`])])
      expect(await read(`{"a":"b","base64data":"${text}","n":1}`), `${fault} of ${text.length}`).toEqual({
        a: "b",
        base64data: "",
        n: 1,
      });
});

test("what is no file's text stays as it is: other fields, keys and lists, and calls without a file", async () => {
  const long = "x".repeat(200_000);
  for (const [body, withFiles] of [
    [{ name: long, content: "" }, true],
    [{ base64data: [long], content: { content: 1, more: long } }, true],
    [{ [long]: "base64data", x: ["base64data", long] }, true],
    [{ base64data: long, content: long }, false],
  ] as const) {
    const value = await read(JSON.stringify(body), withFiles);
    expect(withFiles ? joined(value) : value).toEqual(body);
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
  for (const text of [
    "A".repeat(megabytes),
    "\\/".repeat(megabytes / 2),
    "\\u0041".repeat(4 * Math.floor(megabytes / 24)),
  ]) {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const value = (await read(`{"base64data":"${text}"}`)) as { base64data: Uint8Array };
    clearImmediate(next);
    expect(value.base64data.length).toBe(Math.floor(((JSON.parse(`"${text}"`) as string).length * 3) / 4));
    expect(turns).toBeGreaterThan(text.length / (128 * 1024));
  }
});
