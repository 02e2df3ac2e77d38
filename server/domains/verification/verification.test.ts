/** What strangers verify seals with, as anybody gets it without an account. */
import { createHash, X509Certificate } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { verifyPage } from "../../evidence/verify-page.ts";
import { configuredSeal } from "../../seal/testing/configured.ts";
import { sealedAt, sealingKey } from "../../seal/testing/keys.ts";
import { createTestApp } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { listPublished } from "./verification.ts";

const hashOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

test("anybody gets the authority's certificate and the page that verifies, but nothing before a key is made", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const { verification } = app.anonymous;
  expect(await verification.get()).toEqual({ chain: [], authorities: [] });
  await app.services.seal.daysLeft();
  const { chain, authorities } = await verification.get();
  const [authority] = authorities;
  if (!authority) throw new Error("no authority");
  expect(authority).toMatchObject({ name: "Portico seal authority", subject: "O=Portico, CN=Portico seal authority" });
  expect(authorities).toHaveLength(1);
  expect(chain.map(({ name }) => name)).toEqual(["Portico seal", "Portico seal authority"]);
  expect(hashOf(new X509Certificate(authority.pem).raw)).toBe(authority.fingerprint);
  expect(new X509Certificate(chain[0]?.pem ?? "").verify(new X509Certificate(authority.pem).publicKey)).toBe(true);

  const { fingerprint } = authority;
  const certificate = await verification.getCertificate({ params: { fingerprint } });
  expect(certificate.name).toBe(`authority-${fingerprint.slice(0, 16)}.pem`);
  expect(Buffer.from(certificate.content).toString()).toBe(authority.pem);
  // The seal's own certificate is in every sealed file; only authorities are published as files.
  const others = [chain[0]?.fingerprint ?? "", "0".repeat(64)];
  for (const other of others)
    expect(await codeOf(verification.getCertificate({ params: { fingerprint: other } }))).toBe("notFound");
  const page = await verification.getPage();
  expect([page.name, Buffer.from(page.content).toString() === verifyPage()]).toEqual(["verify.html", true]);

  const { headers } = await app.app.inject({ url: "/verification/page" });
  expect(headers).toMatchObject({ "cache-control": "public, max-age=3600" });
  expect(headers["content-disposition"]).toMatch(/^attachment;/);
  expect(headers["content-security-policy"]).toMatch(/^sandbox;/);
});

test("an authority of a configured certificate stays published when another one is configured", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const [first, second, unused] = [sealingKey("ec", "First"), sealingKey("ec", "Second"), sealingKey("ec", "Unused")];
  const open = (key: typeof first) => configuredSeal(app.services, key, sealedAt);
  const published = async (key: typeof first) => {
    const { authorities } = await listPublished({ seal: await open(key) });
    return authorities.map(({ subject }) => subject.split(",")[0]);
  };
  await (await open(first)).signDetached(Buffer.from("list"));
  await open(unused);
  expect(await published(second)).toEqual(["O=Second", "O=First"]);
  expect(await published(first)).toEqual(["O=First"]);
});
