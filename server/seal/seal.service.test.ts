/** The seal with its keys: of the firm's own authority, or configured, over worker threads and a real database. */
import { verify, X509Certificate } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdfOf } from "../domains/files/testing/samples.ts";
import { ConfigError, readConfig } from "../kernel/config.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { issueSeal } from "./certificates.ts";
import { asSigned, attributeValue, readSignedData, sha256 } from "./cms.ts";
import { readConfiguredKey } from "./configured-key.ts";
import { read } from "./der.ts";
import { oids } from "./oids.ts";
import { createSeal, type Seal, SealExpired, SealRefused } from "./seal.ts";
import { newKey, pem, privateKey, sealedAt, sealingKey, term } from "./testing/keys.ts";
import { pkcs12 } from "./testing/pkcs12.ts";
import { certified } from "./testing/shapes.ts";

let app: TestApp;
let now = sealedAt;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const open = (environment: Record<string, string> = {}, firm = "Porto Finance"): Promise<Seal> =>
  createSeal({
    ...app.services,
    config: { ...app.services.config, ...pickGroups(environment) },
    firm: () => Promise.resolve(firm),
    now: () => now,
  });
const pickGroups = (environment: Record<string, string>) => {
  const { seal, timestamp } = readConfig(environment);
  return { seal, timestamp };
};
const text = { reason: "Contract 12", location: "Sofia", at: sealedAt, holder: "user/1" };
const stored = () =>
  app.services.db
    .selectFrom("seal_certificate")
    .select(["issued_by", "certificate", "sealed_key"])
    .orderBy("id")
    .execute();
const serialOf = (certificate: Buffer | undefined) => certificate && new X509Certificate(certificate).serialNumber;

test("two processes that need a key at once make one authority and one certificate", async () => {
  const [one, two] = await Promise.all([open(), open()]);
  expect(await Promise.all([one.daysLeft(), two.daysLeft()])).toEqual([1096, 1096]);
  const rows = await stored();
  expect(rows.map(({ issued_by }) => issued_by === null)).toEqual([true, false]);
  const [authority, leaf] = rows.map(({ certificate }) => new X509Certificate(certificate));
  expect([authority?.subject, leaf?.subject]).toEqual([
    "O=Porto Finance\nCN=Porto Finance seal authority",
    "O=Porto Finance\nCN=Porto Finance seal",
  ]);
  expect(leaf?.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
  // Neither key lies there in plain text.
  for (const { sealed_key } of rows) expect(sealed_key.includes(Buffer.from("2a864886f70d010101", "hex"))).toBe(false);
});

test("a PDF is sealed and verified; the same again gives the same bytes", async () => {
  const seal = await open();
  const pdf = await pdfOf();
  const sealed = await seal.seal(Buffer.from(pdf), text);
  expect(sealed.subarray(0, pdf.length).equals(pdf)).toBe(true);
  expect(await seal.verify(Buffer.from(sealed), "user/1")).toMatchObject({
    problems: [],
    field: "firm",
    signer: { subject: "O=Porto Finance\nCN=Porto Finance seal" },
  });
  expect((await seal.seal(Buffer.from(pdf), text)).equals(sealed)).toBe(true);
  await expect(seal.seal(certified.noChanges, text)).rejects.toThrow(SealRefused);
  await expect(seal.seal(certified.noChanges, text)).rejects.toMatchObject({ reason: "certified" });
});

test("what began to be sealed before the certificate was made, perhaps by another clock, is good", async () => {
  const seal = await open();
  for (const seconds of [1, 59, 600]) {
    const sealed = await seal.seal(await pdfOf(), { ...text, at: new Date(sealedAt.getTime() - seconds * 1000) });
    expect(await seal.verify(sealed, "user/1"), `${seconds} s`).toMatchObject({ problems: [] });
  }
});

test("bytes that are no PDF get a detached signature, the same for the same bytes", async () => {
  const seal = await open();
  const content = Buffer.from("list of files");
  const cms = await seal.signDetached(content);
  expect((await seal.signDetached(content)).equals(cms)).toBe(true);
  const signed = readSignedData(read(cms));
  const digest = attributeValue(signed.signedAttributes.items, oids.messageDigest)?.content;
  expect(digest?.equals(sha256(content))).toBe(true);
  const [leaf] = signed.certificates.map((one) => new X509Certificate(one)).filter(({ ca }) => !ca);
  expect(leaf && verify("sha256", asSigned(signed.signedAttributes), leaf.publicKey, signed.value)).toBe(true);
});

test("a certificate with 60 days left is renewed by the same authority, and earlier seals stay good", async () => {
  const seal = await open();
  const before = await seal.seal(await pdfOf(), text);
  const [authority, first] = await stored();
  now = new Date("2029-09-22T10:11:12Z");
  expect(await seal.daysLeft()).toBe(61);
  expect(await stored()).toHaveLength(2);
  now = new Date("2029-09-24T10:11:12Z");
  expect(await seal.daysLeft()).toBeGreaterThan(1000);
  const [, , second] = await stored();
  expect(second?.certificate && new X509Certificate(second.certificate).issuer).toBe(
    authority && new X509Certificate(authority.certificate).subject,
  );
  const after = await seal.seal(await pdfOf(), { ...text, at: now });
  expect(await seal.verify(before, "user/1")).toMatchObject({
    problems: [],
    signer: { serial: serialOf(first?.certificate) },
  });
  expect(await seal.verify(after, "user/1")).toMatchObject({
    problems: [],
    signer: { serial: serialOf(second?.certificate) },
  });
  now = sealedAt;
});

test("the application cannot change or delete a certificate", async () => {
  for (const statement of [sql`delete from seal_certificate`, sql`update seal_certificate set valid_until = now()`])
    await expect(statement.execute(app.services.db)).rejects.toThrow(/permission denied/);
});

async function files(contents: Record<string, string | Buffer>): Promise<(name: string) => string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  return (name) => join(folder, name);
}

test.each(["rsa", "ec"] as const)("a configured key (%s) seals, from PEM with and without a password", async (type) => {
  const key = sealingKey(type);
  const at = await files({
    "chain.pem": pem(key.authority) + pem(key.certificate),
    "plain.pem": privateKey(key).export({ type: "pkcs8", format: "pem" }),
    "locked.pem": privateKey(key).export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "open" }),
  });
  const ways: Record<string, string>[] = [
    { SEAL_KEY: at("plain.pem") },
    { SEAL_KEY: at("locked.pem"), SEAL_PASSWORD: "open" },
  ];
  for (const more of ways) {
    const seal = await open({ SEAL_CERTIFICATE: at("chain.pem"), ...more });
    const sealed = await seal.seal(await pdfOf(), text);
    expect(await seal.verify(sealed, "user/1")).toMatchObject({
      problems: [],
      signer: { serial: serialOf(key.certificate) },
    });
    expect(await seal.daysLeft()).toBe(1500);
  }
});

test("a configured key seals from PKCS#12, with the right password alone", async () => {
  const at = await files({ "seal.p12": pkcs12 });
  const seal = await open({ SEAL_PKCS12: at("seal.p12"), SEAL_PASSWORD: "open" });
  const sealed = await seal.seal(await pdfOf(), text);
  expect(await seal.verify(sealed, "user/1")).toMatchObject({
    problems: [],
    signer: { subject: "O=Firm\nCN=Firm seal" },
  });
  await expect(open({ SEAL_PKCS12: at("seal.p12"), SEAL_PASSWORD: "wrong" })).rejects.toThrow(/SEAL_PASSWORD/);
});

test("outside its time a configured key seals nothing, and says that no day is left", async () => {
  const key = sealingKey("ec");
  const at = await files({
    "chain.pem": pem(key.certificate) + pem(key.authority),
    "key.pem": privateKey(key).export({ type: "pkcs8", format: "pem" }),
  });
  const seal = await open({ SEAL_CERTIFICATE: at("chain.pem"), SEAL_KEY: at("key.pem") });
  for (const day of ["2025-12-31T00:00:00Z", "2031-01-02T00:00:00Z"]) {
    now = new Date(day);
    expect(await seal.daysLeft()).toBe(0);
    await expect(seal.seal(await pdfOf(), { ...text, at: now })).rejects.toThrow(SealExpired);
    await expect(seal.signDetached(Buffer.from("list"))).rejects.toThrow(SealExpired);
  }
  now = sealedAt;
});

test("files that cannot be used are refused at the start, each by the setting's name", async () => {
  const [key, other] = [sealingKey("ec"), sealingKey("ec")];
  const selfSigned = issueSeal("Firm", newKey("ec"), { key: other.issuer, certificate: other.authority }, term);
  const at = await files({
    "chain.pem": pem(key.certificate) + pem(key.authority),
    "alone.pem": pem(key.certificate),
    "authority.pem": pem(key.authority),
    "foreign.pem": pem(key.certificate) + pem(other.authority),
    "unrelated.pem": pem(selfSigned),
    "key.pem": privateKey(key).export({ type: "pkcs8", format: "pem" }),
    "issuer.pem": key.issuer.export({ type: "pkcs8", format: "pem" }),
    "locked.pem": privateKey(key).export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "open" }),
    "text.pem": "hello",
  });
  const refusalOf = async (environment: Record<string, string>): Promise<string> => {
    const named = Object.entries(environment).map(([name, value]) => [name, value.includes(".") ? at(value) : value]);
    const error: unknown = await readConfiguredKey(readConfig(Object.fromEntries(named))).catch(
      (thrown: unknown) => thrown,
    );
    return error instanceof ConfigError ? error.message : "none";
  };
  const pair = (SEAL_CERTIFICATE: string, SEAL_KEY: string) => ({ SEAL_CERTIFICATE, SEAL_KEY });
  expect(await refusalOf(pair("chain.pem", "key.pem"))).toBe("none");
  expect(await refusalOf(pair("missing.pem", "key.pem"))).toMatch(/^SEAL_CERTIFICATE: .+ cannot be read \(ENOENT\)/);
  expect(await refusalOf(pair("text.pem", "key.pem"))).toMatch(/^SEAL_CERTIFICATE names a file without certificates/);
  expect(await refusalOf(pair("unrelated.pem", "key.pem"))).toMatch(/no certificate belongs to the key/);
  expect(await refusalOf(pair("alone.pem", "key.pem"))).toMatch(/that issued the seal's are missing/);
  expect(await refusalOf(pair("foreign.pem", "key.pem"))).toMatch(/that issued the seal's are missing/);
  expect(await refusalOf(pair("authority.pem", "issuer.pem"))).toMatch(/nonRepudiation/);
  expect(await refusalOf(pair("chain.pem", "missing.pem"))).toMatch(/^SEAL_KEY: .+ cannot be read/);
  expect(await refusalOf(pair("chain.pem", "text.pem"))).toMatch(/^SEAL_KEY: .+ no private key/);
  expect(await refusalOf(pair("chain.pem", "locked.pem"))).toMatch(/^SEAL_KEY: .+ SEAL_PASSWORD does not open it/);
  expect(await refusalOf({ SEAL_PKCS12: "text.pem", SEAL_PASSWORD: "open" })).toMatch(
    /^SEAL_PKCS12: .+ does not open it/,
  );
});
