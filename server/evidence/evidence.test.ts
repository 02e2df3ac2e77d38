/** The evidence pack, made with the real seal, and verified by a stranger's means. */
import { X509Certificate } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { elementsOf, readPdf, textOf } from "@portico/pdf/testing/read-pdf.ts";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Config, readConfig } from "../kernel/config.ts";
import { issueAuthority } from "../seal/certificates.ts";
import { createSeal, type Seal } from "../seal/seal.ts";
import { newKey, pem, privateKey, sealedAt, sealingKey, term } from "../seal/testing/keys.ts";
import { issueStamper } from "../seal/testing/stampers.ts";
import { startTimestampServer } from "../seal/testing/timestamp-server.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { createEvidencePack, EvidenceFault, type EvidenceOrder } from "./evidence.ts";
import type { Bytes } from "./page/der.ts";
import { unzip } from "./page/unzip.ts";
import { verifyPack } from "./page/verify-pack.ts";
import { commandsIn, isGood, runAmong } from "./testing/readme-commands.ts";
import { signedContract } from "./testing/signed-contract.ts";

let app: TestApp;
let seal: Seal;
let order: EvidenceOrder;
let pack: Buffer;
let files: Map<string, Bytes>;
const open = (more: Partial<Config> = {}): Promise<Seal> =>
  createSeal({
    ...app.services,
    config: { ...app.services.config, ...more },
    firm: () => Promise.resolve("Porto Finance"),
    now: () => sealedAt,
  });
const partsWith = (own: Seal) => ({ ...app.services, seal: own });
const unpack = (zip: Buffer) => unzip(new Uint8Array(zip));
const readmeOf = (from: ReadonlyMap<string, Bytes>): string => Buffer.from(from.get("README.txt") ?? []).toString();

beforeAll(async () => {
  app = await createTestApp();
  seal = await open();
  order = await signedContract(partsWith(seal));
  pack = await createEvidencePack(partsWith(seal), order);
  files = await unpack(pack);
});
afterAll(() => app.close());

test("a pack has all that a stranger needs, and any program unpacks it", async () => {
  expect([...files.keys()]).toEqual([
    "README.txt",
    "contract.pdf",
    "evidence.pdf",
    "evidence.json",
    "audit.json",
    "authority-1.pem",
    "verify.html",
    "SHA256SUMS",
    "SHA256SUMS.cms",
  ]);
  const unpacked = Object.entries(unzipSync(pack));
  expect(unpacked.map(([name]) => name)).toEqual([...files.keys()]);
  for (const [name, bytes] of unpacked) expect(Buffer.from(bytes).equals(files.get(name) ?? Buffer.of())).toBe(true);
  expect(Buffer.from(files.get("contract.pdf") ?? []).equals(order.contract)).toBe(true);
  expect(JSON.parse(Buffer.from(files.get("evidence.json") ?? []).toString())).toEqual(order.data);
  expect(JSON.parse(Buffer.from(files.get("audit.json") ?? []).toString())).toEqual(order.trail);
});

test("the same data gives the same bytes, in any time zone", async () => {
  const zone = process.env["TZ"];
  try {
    process.env["TZ"] = "Pacific/Auckland";
    expect((await createEvidencePack(partsWith(seal), order)).equals(pack)).toBe(true);
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});

test("the README's commands verify the pack, those of each language", async () => {
  const [authority] = await seal.authorities();
  const parts = commandsIn(readmeOf(files));
  expect(parts).toHaveLength(3);
  for (const commands of parts) {
    const printed = await runAmong(files, commands);
    expect(printed).toContain(authority && new X509Certificate(authority).fingerprint256);
    expect(printed).not.toMatch(/FAILED|failed/);
    expect(isGood(printed, 7)).toBe(true);
  }
});

test("evidence.pdf is verified with the values that the README gives for it", async () => {
  const [commands = ""] = commandsIn(readmeOf(files));
  const [values] = /file=evidence\.pdf\s+at=\d+/.exec(readmeOf(files)) ?? [];
  const printed = await runAmong(files, commands.replace(/^file=.*$/m, values ?? ""));
  expect(isGood(printed, 7)).toBe(true);
});

test("a flipped bit in any file fails at the README's commands", async () => {
  const [commands = ""] = commandsIn(readmeOf(files));
  for (const [name, content] of files) {
    const bytes = new Uint8Array(content);
    // In the list's signature the last bytes are the value of the signature.
    const place = name === "SHA256SUMS.cms" ? bytes.length - 5 : Math.floor(bytes.length / 3);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    expect(isGood(await runAmong(new Map(files).set(name, bytes), commands), 7), name).toBe(false);
  }
});

test("a flipped bit anywhere is found, and the file is named", async () => {
  const flips = fc.constantFrom(...files.keys()).chain((name) =>
    fc.record({
      name: fc.constant(name),
      place: fc.integer({ min: 0, max: (files.get(name)?.length ?? 0) - 1 }),
      bit: fc.integer({ min: 0, max: 7 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(flips, async ({ name, place, bit }) => {
      const bytes = new Uint8Array(files.get(name) ?? []);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
      const { findings } = await verifyPack(new Map(files).set(name, bytes));
      // A changed digest in the signature of the list looks like a changed list.
      const named = name.startsWith("SHA256SUMS") ? "SHA256SUMS" : name;
      expect(findings.map(({ file }) => file)).toContainEqual(expect.stringContaining(named));
    }),
    { numRuns: 150 },
  );
});

/** A seal with a configured key, and with a service for time stamps if one is given. */
async function configured(type: "rsa" | "ec", stamps?: { url: string; authority: Buffer }) {
  const key = sealingKey(type);
  const folder = await temporaryFolder();
  const at = (name: string): string => join(folder, name);
  await writeFile(at("chain.pem"), pem(key.certificate) + pem(key.authority));
  await writeFile(at("key.pem"), privateKey(key).export({ type: "pkcs8", format: "pem" }));
  if (stamps) await writeFile(at("stamps.pem"), pem(stamps.authority));
  const settings = readConfig({
    SEAL_CERTIFICATE: at("chain.pem"),
    SEAL_KEY: at("key.pem"),
    ...(stamps && { TIMESTAMP_URL: stamps.url, TIMESTAMP_CERTIFICATES: at("stamps.pem") }),
  });
  return { seal: await open({ seal: settings.seal, timestamp: settings.timestamp }), key };
}

test.each(["rsa", "ec"] as const)("a pack under a configured key (%s) with time stamps is verified", async (type) => {
  const issuer = newKey("ec");
  const authority = issueAuthority("Stamps", issuer, term);
  const key = newKey("ec");
  const certificate = issueStamper(key, { key: issuer, certificate: authority }, "timeStamping", { critical: true });
  const server = await startTimestampServer({ key, certificate, chain: [authority] }, () => sealedAt);
  const own = partsWith((await configured(type, { url: server.url, authority })).seal);
  const made = await unpack(await createEvidencePack(own, await signedContract(own)));
  // contract.pdf and evidence.pdf; the list has none.
  expect(server.requests()).toBe(2);
  await server.close();
  expect((await verifyPack(made)).findings).toEqual([]);
  const [commands = ""] = commandsIn(readmeOf(made));
  // All but the list and its signature are listed.
  expect(isGood(await runAmong(made, commands), made.size - 2)).toBe(true);
});

test("a contract under a configured certificate that was replaced is verified with its authority all the same", async () => {
  const earlier = await configured("ec");
  const contract = await signedContract(partsWith(earlier.seal));
  const made = await unpack(await createEvidencePack(partsWith(seal), contract));
  expect((await verifyPack(made)).findings).toEqual([]);
  const authorities = [...made.keys()].filter((name) => name.startsWith("authority-"));
  const pems = authorities.map((name) => Buffer.from(made.get(name) ?? []).toString());
  expect(pems).toContain(new X509Certificate(earlier.key.authority).toString());
});

test("no pack is made of parts that do not belong together", async () => {
  const { data, trail, contract } = order;
  const failing: [Partial<EvidenceOrder>, string][] = [
    [{ contract: contract.subarray(0, data.contract.size) }, "contract.pdf unsealed"],
    [{ data: { ...data, signatures: [] } }, "evidence.json contradiction"],
    [{ data: { ...data, contract: { ...data.contract, sealedSha256: data.contract.sha256 } } }, "contradiction"],
    [{ data: { ...data, contract: { ...data.contract, size: data.contract.size - 1 } } }, "notAccepted"],
    [{ trail: { ...trail, links: trail.links.slice(1) } }, "audit.json brokenChain"],
    [{ trail: { ...trail, entries: [] } }, "audit.json brokenChain"],
  ];
  for (const [wrong, reason] of failing) {
    const making = createEvidencePack(partsWith(seal), { ...order, ...wrong });
    await expect(making).rejects.toThrow(EvidenceFault);
    await expect(making).rejects.toThrow(reason);
  }
});

test.each([
  ["bg", "Доказателства за подписан договор", "Подпис за клиента"],
  ["en", "Evidence of a signed contract", "Signature for the client"],
  ["pl", "Dowody podpisania umowy", "Podpis w imieniu klienta"],
] as const)("evidence.pdf is tagged and in the contract's language (%s)", async (language, title, heading) => {
  const made = await unpack(
    await createEvidencePack(
      partsWith(seal),
      await signedContract(partsWith(seal), { language, browser: "Лисица 漢 1.0" }),
    ),
  );
  const pdf = await readPdf(made.get("evidence.pdf") ?? new Uint8Array());
  expect(pdf).toMatchObject({ language, title });
  expect(elementsOf(pdf.pages, "H2").map(textOf)).toContain(heading);
  const cells = [...elementsOf(pdf.pages, "TD"), ...elementsOf(pdf.pages, "P")].map(textOf).join("\n");
  // The font has no such character.
  for (const shown of ["Анна Иванова", "203.0.113.9", "Лисица [U+6F22] 1.0", "contract.signed"])
    expect(cells).toContain(shown);
  expect(readmeOf(made).split("\n")[0]?.split(" · ")[0]).toBe(
    { bg: "Български", en: "English", pl: "Polski" }[language],
  );
});
