/** verify.html as a stranger opens it: from a disk, in a browser without network. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type axe from "axe-core";
import { zipSync } from "fflate";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumFlags, findChromium } from "../../tools/chromium.mjs";
import { createSeal, type Seal } from "../seal/seal.ts";
import { sealedAt } from "../seal/testing/keys.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { createEvidencePack } from "./evidence.ts";
import type { Bytes } from "./page/der.ts";
import { unzip } from "./page/unzip.ts";
import { signedContract } from "./testing/signed-contract.ts";
import { verifyPage } from "./verify-page.ts";

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let app: TestApp;
let seal: Seal;
let pack: Buffer;
let files: Map<string, Bytes>;
let browser: Browser;
beforeAll(async () => {
  app = await createTestApp();
  seal = await createSeal({ ...app.services, firm: () => Promise.resolve("Porto Finance"), now: () => sealedAt });
  const parts = { ...app.services, seal };
  pack = await createEvidencePack(parts, await signedContract(parts));
  files = await unzip(new Uint8Array(pack));
  const executablePath = findChromium();
  browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** The page of the pack, opened from a folder; `seen` are requests and errors that a quiet page does not make. */
async function open(locale: string): Promise<{ page: Page; seen: string[] }> {
  const file = join(await temporaryFolder(), "verify.html");
  await writeFile(file, files.get("verify.html") ?? "");
  const context = await browser.newContext({ locale, viewport: { width: 320, height: 800 }, offline: true });
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) seen.push(request.url());
  });
  page.on("console", (message) => seen.push(message.text()));
  page.on("pageerror", (error) => seen.push(String(error)));
  await page.goto(pathToFileURL(file).href);
  return { page, seen };
}
const choose = (page: Page, chosen: ReadonlyMap<string, Uint8Array>): Promise<void> =>
  page
    .locator("#files")
    .setInputFiles(
      [...chosen].map(([name, bytes]) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) })),
    );
const verdictOf = (page: Page): Promise<string> => page.locator("#verdict").innerText();

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axeScript);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const flipped = (name: string): Map<string, Bytes> => {
  const bytes = new Uint8Array(files.get(name) ?? []);
  const place = Math.floor(bytes.length / 2);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return new Map(files).set(name, bytes);
};

test("a good pack is verified as ZIP, as single files, and packed again in a folder", async () => {
  const { page, seen } = await open("en-GB");
  const [authority] = await seal.authorities();
  const fingerprint = authority && new X509Certificate(authority).fingerprint256;
  const rows = page.locator(".fingerprint li");
  const again = zipSync(Object.fromEntries([...files].map(([name, bytes]) => [`contract 417/${name}`, bytes])));
  for (const chosen of [new Map([["evidence.zip", pack]]), files, new Map([["again.zip", again]])]) {
    await choose(page, new Map([["nothing.txt", Buffer.from("nothing")]]));
    expect(await verdictOf(page)).toBe("No evidence pack was found");
    await choose(page, chosen);
    await page.locator(".good").waitFor();
    expect(await verdictOf(page)).toBe("Everything fits together");
    expect((await rows.allInnerTexts()).join(":")).toBe(fingerprint);
    expect(await rows.count()).toBe(8);
    expect(await page.locator(".state").allInnerTexts()).toEqual(Array.from({ length: 6 }, () => "✓ in order"));
    const facts = await page.locator("dl").innerText();
    for (const shown of ["Portfolio management agreement", "Анна Иванова, 22 November 2026 at 09:58:21 UTC"])
      expect(facts).toContain(shown);
  }
  expect(seen).toEqual([]);
  await page.context().close();
});

test("a flipped bit is found, and the file is named", async () => {
  const { page, seen } = await open("en-GB");
  for (const name of files.keys()) {
    await choose(page, flipped(name));
    await page.locator(".bad").waitFor();
    expect(await verdictOf(page)).toBe("Do not rely on these files");
    expect(await page.locator(".checks ul").allInnerTexts()).toContainEqual(expect.stringContaining(name));
    expect(await page.locator(".fingerprint").count()).toBe(0);
    // The next verdict is told from this one.
    await choose(page, new Map([["evidence.zip", pack]]));
    await page.locator(".good").waitFor();
  }
  expect(seen).toEqual([]);
  await page.context().close();
});

test("it speaks the reader's language, fits 320 pixels and has no findings of axe, light and dark", async () => {
  for (const [locale, title] of [
    ["bg-BG", "Проверка на подписан договор"],
    ["en-US", "Verify a signed contract"],
    ["pl-PL", "Sprawdzenie podpisanej umowy"],
    ["de-DE", "Verify a signed contract"],
  ] as const) {
    const { page } = await open(locale);
    expect(await page.title()).toBe(title);
    for (const chosen of [null, new Map([["evidence.zip", pack]]), flipped("contract.pdf")]) {
      if (chosen) {
        await choose(page, chosen);
        await page.locator("#verdict").waitFor();
      }
      expect(await page.locator("body").innerText()).not.toMatch(/\b(?:check|problem)\.\w+|\{\w+\}/);
      expect(await isTooWide(page)).toBe(false);
      if (locale !== "en-US") continue;
      expect(await findings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await findings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }
    await page.getByRole("button", { name: "Polski" }).click();
    expect(await page.locator("html").getAttribute("lang")).toBe("pl");
    expect(await verdictOf(page)).toBe("Nie należy polegać na tych plikach");
    await page.context().close();
  }
});

test("the page is the same for every pack, and allows nothing but its own script", () => {
  expect(Buffer.from(files.get("verify.html") ?? []).toString()).toBe(verifyPage());
  expect(verifyPage()).toContain("default-src 'none'; script-src 'sha256-");
  expect(verifyPage()).not.toMatch(/https?:|\beval\(|innerHTML|import /);
});
