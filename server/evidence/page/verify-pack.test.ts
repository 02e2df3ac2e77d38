/** What the verifier says of packs that somebody forged, cut or made up. */
import { createHash, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeSignature, sha256, signDigest } from "../../seal/cms.ts";
import { createSeal } from "../../seal/seal.ts";
import { pem, sealedAt, sealingKey } from "../../seal/testing/keys.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createEvidencePack, type EvidenceOrder } from "../evidence.ts";
import type { EvidenceData } from "../evidence-data.ts";
import { signedContract } from "../testing/signed-contract.ts";
import type { Bytes } from "./der.ts";
import { unzip } from "./unzip.ts";
import { verifyPack } from "./verify-pack.ts";

let app: TestApp;
let order: EvidenceOrder;
let files: Map<string, Bytes>;
beforeAll(async () => {
  app = await createTestApp();
  const seal = await createSeal({ ...app.services, firm: () => Promise.resolve("Firm"), now: () => sealedAt });
  order = await signedContract({ ...app.services, seal });
  files = await unzip(new Uint8Array(await createEvidencePack({ ...app.services, seal }, order)));
});
afterAll(() => app.close());

const bytesOf = (text: string | Buffer): Bytes => new Uint8Array(Buffer.from(text as string));
const textOf = (name: string): string => Buffer.from(files.get(name) ?? []).toString();
const problemsIn = async (pack: ReadonlyMap<string, Bytes>): Promise<string[]> =>
  (await verifyPack(pack)).findings.map(({ check, file, problem }) => `${check}: ${file} ${problem}`);

/** The pack with other files, and a list of them that somebody else signed. */
function forged(changes: Record<string, string | Buffer>, forger: ReturnType<typeof sealingKey>): Map<string, Bytes> {
  const pack = new Map(files);
  for (const [name, content] of Object.entries(changes)) pack.set(name, bytesOf(content));
  pack.delete("SHA256SUMS");
  pack.delete("SHA256SUMS.cms");
  const list = [...pack]
    .map(([name, bytes]) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`)
    .join("");
  pack.set("SHA256SUMS", bytesOf(list));
  pack.set("SHA256SUMS.cms", bytesOf(encodeSignature(signDigest(sha256(Buffer.from(list)), forger))));
  return pack;
}
const changed = (change: (data: EvidenceData) => void): string => {
  const data = structuredClone(order.data);
  change(data);
  return JSON.stringify(data);
};
const otherName = () => changed(({ signatures: [first] }) => first && (first.name = "Somebody else"));

test("a list that somebody else signed is found", async () => {
  const forger = sealingKey("ec", "Firm");
  expect(await problemsIn(forged({ "evidence.json": otherName() }, forger))).toEqual([
    "list: SHA256SUMS.cms signatureCertificate",
  ]);
});

test("a forger who adds an authority is told by its fingerprint alone, even under the same name", async () => {
  const forger = sealingKey("rsa", "Firm");
  const pack = forged({ "evidence.json": otherName(), "authority-2.pem": pem(forger.authority) }, forger);
  const { findings, signer } = await verifyPack(pack);
  const genuine = await verifyPack(files);
  expect(findings).toEqual([]);
  expect(signer?.authority.name).toBe(genuine.signer?.authority.name);
  expect(signer?.authority.fingerprint).toBe(new X509Certificate(forger.authority).fingerprint256);
  expect(signer?.authority.fingerprint).not.toBe(genuine.signer?.authority.fingerprint);
});

test("whoever signs the list, what the files say must fit together", async () => {
  const forger = sealingKey("ec", "Firm");
  const authority = { "authority-2.pem": pem(forger.authority) };
  const trail = JSON.parse(textOf("audit.json")) as EvidenceOrder["trail"];
  const [first] = trail.entries;
  if (!first || !("content" in first)) throw new Error("no content");
  first.content.action = "contract.rejected";
  const cases: [Record<string, string | Buffer>, string[]][] = [
    [{ "audit.json": JSON.stringify(trail) }, ["audit: audit.json brokenChain"]],
    [{ "audit.json": "{}" }, ["audit: audit.json unreadable"]],
    [{ "evidence.json": "{}" }, ["accepted: evidence.json unreadable"]],
    [{ "evidence.json": "null" }, ["accepted: evidence.json unreadable"]],
    [
      { "evidence.json": changed(({ signatures: [one] }) => one && (one.documentSha256 = "0".repeat(64))) },
      ["accepted: evidence.json contradiction"],
    ],
    [
      { "evidence.json": changed(({ contract }) => void (contract.sha256 = "0".repeat(64))) },
      ["accepted: contract.pdf notAccepted", "accepted: evidence.json contradiction"],
    ],
    [
      { "contract.pdf": Buffer.from(files.get("evidence.pdf") ?? []) },
      ["accepted: contract.pdf notAccepted", "accepted: contract.pdf contradiction"],
    ],
    [
      { "contract.pdf": Buffer.concat([order.contract, Buffer.from("\n% more")]) },
      ["contract: contract.pdf unsealed", "accepted: contract.pdf contradiction"],
    ],
  ];
  for (const [changes, problems] of cases)
    expect(await problemsIn(forged({ ...changes, ...authority }, forger))).toEqual(
      changes["evidence.json"] === "{}" || changes["evidence.json"] === "null"
        ? ["list: SHA256SUMS.cms signatureCertificate", ...problems]
        : problems,
    );
});

test("missing and added files are found", async () => {
  const without = new Map(files);
  without.delete("audit.json");
  expect(await problemsIn(without)).toEqual(["files: audit.json missing", "audit: audit.json missing"]);
  expect(await problemsIn(new Map(files).set("annex.pdf", bytesOf("more")))).toEqual(["files: annex.pdf unlisted"]);
  expect(await problemsIn(new Map(files).set("authority-9.pem", bytesOf(pem(sealingKey("ec").authority))))).toEqual([
    "files: authority-9.pem unlisted",
  ]);
  expect(await problemsIn(new Map())).toContain("list: SHA256SUMS missing");
});

test("nothing that is given makes it fail", async () => {
  const content = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.json().map(bytesOf), fc.constant(new Uint8Array()));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files.keys()), content, async (name, bytes) => {
      expect((await verifyPack(new Map(files).set(name, new Uint8Array(bytes)))).findings).not.toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("a ZIP is read as packed by others, and refused if it is none, has a name twice, or is cut", async () => {
  const packed = new Uint8Array(zipSync({ "a/b.txt": bytesOf("text ".repeat(1000)), "a/": new Uint8Array() }));
  expect([...(await unzip(packed)).keys()]).toEqual(["a/b.txt"]);
  expect(Buffer.from((await unzip(packed)).get("a/b.txt") ?? []).toString()).toBe("text ".repeat(1000));
  const twice = Buffer.from(zipSync({ one: bytesOf("1"), two: bytesOf("2") }));
  const renamed = Buffer.from(twice.toString("latin1").replaceAll("two", "one"), "latin1");
  for (const bad of [bytesOf("no ZIP"), new Uint8Array(renamed), packed.slice(0, -30)])
    await expect(unzip(bad)).rejects.toThrow();
});
