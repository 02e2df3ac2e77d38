/** A ZIP of files: each is previewed by itself, as what it is. */
import { type Zippable, zipSync } from "fflate";
import { expect, test } from "vitest";
import { createFirm } from "./testing/firm.ts";

const firm = createFirm("Z");

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

const send = (files: Zippable) =>
  firm.staff.client.imports.previewArchive({
    body: { fileName: "files.zip", base64data: Buffer.from(zipSync(files)).toString("base64") },
  });

const rates = "currency,date,rate,source\nUSD,2026-01-05,1.04,ECB\n";

test("each file of a ZIP has a preview of its own, and systems' files have none", async () => {
  const { account } = await firm.client();
  const { imports, refusal } = await send({
    "january/statement.csv": text(`account,date,kind,currency,amount\n${account},2026-01-05,deposit,EUR,100\n`),
    "__MACOSX/january/._statement.csv": text("x"),
    "rates.csv": text(rates),
  });
  expect(refusal).toBeNull();
  expect(imports.map(({ fileName, kind, format, state, newRows }) => [fileName, kind, format, state, newRows])).toEqual(
    [
      ["statement.csv", "statement", "csv", "previewed", 1],
      ["rates.csv", "rates", "csv", "previewed", 1],
    ],
  );
});

test("a file that nobody can read is refused alone", async () => {
  const { imports } = await send({ "letter.txt": text("Dear Sir"), "rates.csv": text(rates) });
  expect(imports.map(({ state }) => state)).toEqual(["refused", "previewed"]);
});

test.each([
  ["an empty ZIP", {}, "emptyFile"],
  [
    "too many files",
    Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.csv`, text(rates)])),
    "tooLong",
  ],
  ["a bomb", { "zeros.csv": [new Uint8Array(90 * 1024 * 1024), { level: 9 }] }, "tooLong"],
] satisfies [string, Zippable, string][])("%s is refused whole", { timeout: 60_000 }, async (_, files, code) => {
  expect(await send(files)).toMatchObject({ imports: [], refusal: { code } });
});

test("a ZIP that is cut off is refused, and so is what is none", async () => {
  const whole = Buffer.from(zipSync({ "rates.csv": text(rates) }));
  for (const bytes of [whole.subarray(0, whole.length - 10), Buffer.from("PK\x03\x04 and no more")])
    expect(
      await firm.staff.client.imports.previewArchive({
        body: { fileName: "cut.zip", base64data: bytes.toString("base64") },
      }),
    ).toMatchObject({ imports: [], refusal: { code: "malformedFile" } });
});
