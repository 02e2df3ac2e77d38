/** The clients' folders in a folder of this machine: names, twins and contents. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readAllBytes } from "../../kernel/bytes.ts";
import { createFolderSharepoint } from "./folder-sharepoint.ts";

async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), "shared-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const sharepoint = createFolderSharepoint(root);
  const folder = await sharepoint.makeFolder("A-1");
  const add = (name: string, content: string) =>
    sharepoint.upload(folder, { name, mediaType: "application/pdf", content: Buffer.from(content) });
  return { root: join(root, "A-1"), sharepoint, folder, add };
}

test("a name that is too long in bytes is shortened, with its number and its ending", async () => {
  const { root, add, sharepoint } = await openFolder();
  const long = `${"Договор".repeat(35)}.pdf`;
  for (const content of ["one", "two", "three"]) await add(long, content);
  const names = await readdir(root);
  expect(names.every((name) => Buffer.byteLength(name) <= 255 && name.endsWith(".pdf"))).toBe(true);
  expect(names).toHaveLength(3);
  expect(await add(long, "two")).toMatchObject({ already: true });
  expect(await sharepoint.find(["A-1", names[0] ?? ""])).not.toBeNull();
});

test("names that differ in case, or in the encoding of marks, are one", async () => {
  const { root, sharepoint, add } = await openFolder();
  const [nfc, nfd] = ["Йордан.pdf".normalize("NFC"), "Йордан.pdf".normalize("NFD")];
  expect(nfc).not.toBe(nfd);
  await add(nfd, "one");
  expect((await add(nfc, "one")).already).toBe(true);
  expect((await add("йордан.PDF", "two")).item.name).toBe("йордан (2).PDF");
  const both = await Promise.all(["Scan.pdf", "scan.pdf", "SCAN.PDF"].map((name, at) => add(name, `content ${at}`)));
  expect(new Set(both.map(({ item }) => item.name.toLowerCase())).size, "also at once").toBe(3);
  expect((await readdir(root)).includes(nfc)).toBe(true);
  expect(await sharepoint.find(["A-1", nfd])).toMatchObject({ name: nfc });
  expect(await sharepoint.find(["a-1", "sCAN.pdf"])).not.toBeNull();
});

test("the same content is found among all its copies, also behind a gap", async () => {
  const { root, add } = await openFolder();
  for (const content of ["one", "two", "three"]) await add("scan.pdf", content);
  await rm(join(root, "scan (2).pdf"));
  expect(await add("scan.pdf", "three")).toMatchObject({ already: true, item: { name: "scan (3).pdf" } });
  expect(await add("scan.pdf", "four")).toMatchObject({ already: false, item: { name: "scan (2).pdf" } });
});

test("an empty file is read as one", async () => {
  const { root, sharepoint } = await openFolder();
  await writeFile(join(root, "empty.pdf"), "");
  const item = await sharepoint.find(["A-1", "empty.pdf"]);
  if (!item) throw new Error("not there");
  expect(item.size).toBe(0);
  expect(await readAllBytes(sharepoint.open(item, 0, item.size))).toHaveLength(0);
});
