/** XML read in pieces is XML read whole; what no bank sends is refused. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { UnreadableFile } from "./parsed-file.ts";
import { readElements } from "./xml.ts";

async function eventsOf(text: string, piece?: number): Promise<string[]> {
  const events: string[] = [];
  let written = "";
  const put = (event: string): void => {
    if (written.trim() !== "") events.push(`text ${written.trim()}`);
    written = "";
    events.push(event);
  };
  await readElements(
    text,
    {
      open: (name, attributes, line) => put(`open ${name} ${JSON.stringify(attributes)} ${line}`),
      close: (name) => put(`close ${name}`),
      text: (part) => {
        written += part;
      },
    },
    { deepest: 5, isPrefixed: true, ...(piece !== undefined && { piece }) },
  );
  return events;
}

const sample =
  '<?xml version="1.0"?>\n<d:Doc xmlns:d="urn:x"><d:Nm a="1">Müller &amp; Söhne</d:Nm>\n<!-- a --><d:Tx><![CDATA[5 < 6]]></d:Tx></d:Doc>';

test("names come without their prefix, text with its entities and sections", async () => {
  expect(await eventsOf(sample)).toEqual([
    'open Doc {"xmlns:d":"urn:x"} 2',
    'open Nm {"a":"1"} 2',
    "text Müller & Söhne",
    "close Nm",
    "open Tx {} 3",
    "text 5 < 6",
    "close Tx",
    "close Doc",
  ]);
});

test("pieces of any size give what the whole gives", async () => {
  const whole = await eventsOf(sample);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (piece) => {
      expect(await eventsOf(sample, piece)).toEqual(whole);
    }),
  );
});

test.each([
  ["entities of its own", '<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>', "DOCTYPE"],
  ["a file to fetch", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "DOCTYPE"],
  ["more levels than a statement has", "<a>".repeat(6) + "</a>".repeat(6), "a"],
])("%s are refused", async (_, text, detail) => {
  const error = await eventsOf(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnreadableFile);
  expect((error as UnreadableFile).refusal).toMatchObject({ code: "malformedFile", detail });
});
