/** Time stamps of the seal, from a service that serves well and one that lies. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pdfWith } from "../domains/files/testing/samples.ts";
import { issueAuthority } from "./certificates.ts";
import { encodeSignature } from "./cms.ts";
import { fillGap } from "./gap.ts";
import { run } from "./sign.task.ts";
import { newKey, sealedAt, sealingKey, term } from "./testing/keys.ts";
import { issueStamper } from "./testing/stampers.ts";
import {
  type Fault,
  type Stamper,
  startTimestampServer,
  type TestTimestampServer,
} from "./testing/timestamp-server.ts";
import {
  fetchTimestamp,
  longestStamp,
  readTimestamp,
  type TimestampFault,
  type TimestampService,
} from "./timestamp.ts";
import { verifySeal } from "./verify.ts";

const issuer = newKey("ec");
const authority = issueAuthority("Stamps", issuer, term);
function stamper(purpose: "timeStamping" | "both" | "none", critical = true): Stamper {
  const key = newKey("ec");
  const certificate = issueStamper(key, { key: issuer, certificate: authority }, purpose, { critical });
  return { key, certificate, chain: [authority] };
}
const good = stamper("timeStamping");

let server: TestTimestampServer;
let service: TimestampService;
beforeAll(async () => {
  server = await startTimestampServer(good, () => sealedAt);
  service = { url: server.url, policy: "1.2.3.4", authorities: [authority] };
});
afterAll(() => server.close());
beforeEach(() => server.become(undefined));

const stamped = Buffer.from("the value of a signature");
const now = () => sealedAt;
const fetched = (more: Partial<TimestampService> = {}) =>
  fetchTimestamp(stamped, { ...service, ...more }, { now, timeoutMs: 500 });
const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: { name: string; fault: unknown }) => (error.name === "TimestampFailed" ? error.fault : error),
  );

test("a good stamp is taken, and names its time", async () => {
  const token = await fetched();
  expect(readTimestamp(token, { stamped, authorities: [authority] })).toEqual({ at: sealedAt });
  expect(await faultOf(fetched({ policy: undefined }))).toBeNull();
});

test.each<[Fault, TimestampFault]>([
  ["imprint", "imprint"],
  ["nonce", "nonce"],
  ["policy", "policy"],
  ["signature", "signature"],
  ["digest", "signature"],
  ["otherSigner", "signature"],
  ["time", "time"],
  ["refused", "refused"],
  ["html", "answer"],
  ["cut", "answer"],
  ["long", "answer"],
  ["error", "away"],
  ["slow", "slow"],
])("a service with the fault %s is refused as %s", async (fault, expected) => {
  server.become(fault);
  expect(await faultOf(fetched())).toBe(expected);
});

test("a service that does not listen is away", async () => {
  expect(await faultOf(fetched({ url: "http://127.0.0.1:1/" }))).toBe("away");
});

test("a certificate that is not for time stamps alone, or marks that as optional, is refused", async () => {
  for (const wrong of [stamper("none"), stamper("timeStamping", false), stamper("both")]) {
    server.become(undefined, wrong);
    expect(await faultOf(fetched())).toBe("usage");
  }
});

test("a service of an unknown authority is refused", async () => {
  const other = issueAuthority("Other", newKey("ec"), term);
  expect(await faultOf(fetched({ authorities: [other] }))).toBe("authority");
  expect(await faultOf(fetched({ authorities: [] }))).toBe("authority");
});

test("a sealed file carries its stamp; a stamp of something else is found, and so is a changed byte of it", async () => {
  const key = sealingKey("ec");
  const order = { field: "firm", reason: "Contract", location: "Sofia", at: sealedAt, pdf: pdfWith(""), key };
  const signed = await run({ ...order, reservedForStamp: longestStamp });
  if ("refused" in signed) throw new Error(signed.refused);
  const trusted = { authorities: [key.authority], timestampAuthorities: [authority] };
  const token = await fetchTimestamp(signed.signature.value, service, { now });
  const withToken = (one: Buffer): Buffer =>
    fillGap({ ...signed, bytes: Buffer.from(signed.bytes) }, encodeSignature({ ...signed.signature, token: one }));
  const sealed = withToken(token);
  expect(await verifySeal(sealed, trusted)).toMatchObject({ problems: [], stampedAt: sealedAt });
  expect(await verifySeal(sealed, { ...trusted, timestampAuthorities: [] })).toMatchObject({ problems: ["timestamp"] });
  expect(await verifySeal(withToken(await fetched()), trusted)).toMatchObject({ problems: ["timestamp"] });
  // The stamped time, the signature, the certificate.
  const places = [sealedAt.toISOString().replace(/\D/g, "").slice(0, 14), "Stamps"].map((text) => token.indexOf(text));
  for (const place of [...places, token.length - 10]) {
    const changed = Buffer.from(token);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect((await verifySeal(withToken(changed), trusted)).problems, String(place)).not.toEqual([]);
  }
});
