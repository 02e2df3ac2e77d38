/** The seal on PDFs of every shape: what it keeps, what it writes, and that nothing can be changed unnoticed. */
import { X509Certificate } from "node:crypto";
import { PDF } from "@libpdf/core";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { pagesOf } from "../pdf-objects/pages.ts";
import { mayCommit, readCertificate, type SealingKey } from "./certificates.ts";
import { attributeValue, encodeSignature, readSignedData } from "./cms.ts";
import { at, read, readPadded } from "./der.ts";
import { fillGap } from "./gap.ts";
import { oids } from "./oids.ts";
import type { SealRefusal, SealText } from "./prepare.ts";
import { run, type Signed } from "./sign.task.ts";
import { privateKey, sealedAt, sealingKey, term } from "./testing/keys.ts";
import { certified, encrypted, restricted, shapes } from "./testing/shapes.ts";
import { verifySeal } from "./verify.ts";

let rsa: ReturnType<typeof sealingKey>;
let ec: ReturnType<typeof sealingKey>;
beforeAll(() => {
  rsa = sealingKey("rsa");
  ec = sealingKey("ec");
});

const text: SealText = { field: "firm", reason: "Договор № 12 е подписан", location: "София", at: sealedAt };
const sign = (pdf: Buffer, key: SealingKey = rsa, more: Partial<SealText> = {}) =>
  run({ ...text, ...more, pdf, key, reservedForStamp: 0 });
function sealed(signed: Signed | { refused: SealRefusal }): Buffer {
  if ("refused" in signed) throw new Error(signed.refused);
  return fillGap(signed, encodeSignature(signed.signature));
}
const seal = async (...args: Parameters<typeof sign>): Promise<Buffer> => sealed(await sign(...args));
const verified = (pdf: Buffer, ...keys: { authority: Buffer }[]) =>
  verifySeal(pdf, { authorities: (keys.length > 0 ? keys : [rsa]).map(({ authority }) => authority) });

test.each(Object.keys(shapes))("%s: the file stays the beginning, and the seal is good", async (name) => {
  const pdf = await shapes[name]?.();
  if (!pdf) throw new Error(name);
  const original = Buffer.from(pdf);
  for (const key of [rsa, ec]) {
    const result = await seal(pdf, key);
    expect(result.subarray(0, original.length).equals(original)).toBe(true);
    expect(await verified(result, key)).toEqual({
      problems: [],
      field: "firm",
      reason: text.reason,
      location: text.location,
      at: sealedAt,
      signer: {
        subject: "O=Портико\nCN=Портико seal",
        serial: new X509Certificate(key.certificate).serialNumber,
      },
      stampedAt: null,
      earlier: [],
    });
    const read = await PDF.load(result, { lenient: false });
    expect(pagesOf(read)).toHaveLength(pagesOf(await PDF.load(original)).length);
    expect(
      read
        .getForm()
        ?.getFields()
        .map(({ name: field, type }) => [field, type]),
    ).toContainEqual(["firm", "signature"]);
  }
});

test("with an RSA key the same file, key and time give the same bytes; the key of a curve signs by chance", async () => {
  const pdf = (await shapes["table, by hand"]?.()) as Buffer;
  expect((await seal(pdf)).equals(await seal(pdf))).toBe(true);
  expect((await seal(pdf, rsa, { reason: "Another" })).equals(await seal(pdf))).toBe(false);
  expect((await seal(pdf, ec)).equals(await seal(pdf, ec))).toBe(false);
});

test("any other text and time is kept as written", async () => {
  const pdf = (await shapes["table, by hand"]?.()) as Buffer;
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
      fc.date({ min: term.from, max: new Date("2030-12-31"), noInvalidDate: true }),
      async (reason, moment) => {
        moment.setUTCMilliseconds(0);
        const result = await verified(await seal(pdf, rsa, { reason, at: moment }));
        expect(result).toMatchObject({ problems: [], reason, at: moment });
      },
    ),
    { numRuns: 25 },
  );
});

test("a file is sealed again in a field that was made before the first seal", async () => {
  const pdf = (await shapes["objects in a stream"]?.()) as Buffer;
  const once = await seal(pdf, rsa, { laterFields: ["counter"] });
  const twice = await seal(once, rsa, { field: "counter", reason: "Counter-signed" });
  expect(twice.subarray(0, once.length).equals(once)).toBe(true);
  const result = await verified(twice);
  expect(result).toMatchObject({ problems: [], field: "counter", earlier: [{ field: "firm", length: once.length }] });
  expect(await verified(twice.subarray(0, once.length))).toMatchObject({ problems: [], field: "firm", earlier: [] });
  const form = (await PDF.load(twice)).getForm();
  expect(form?.getFields().map(({ name }) => name)).toEqual(["firm", "counter"]);
  expect(await sign(twice, rsa, { field: "counter" })).toEqual({ refused: "signed" });
});

test.each<[string, () => Buffer | Promise<Buffer>, SealRefusal | null]>([
  ["an encrypted file", encrypted, "encrypted"],
  ["a file that opens without a password but is encrypted", restricted, "encrypted"],
  ["a file whose author allows no change", () => certified.noChanges, "certified"],
  ["no PDF", () => Buffer.from("hello"), "unreadable"],
  ["a file without an end", () => Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n"), "unreadable"],
  ["nothing", () => Buffer.alloc(0), "unreadable"],
  ["a file whose author allows signing in its fields", () => certified.filling, null],
  ["a file whose author does not say what they allow", () => certified.byDefault, null],
])("%s: refused, or sealed", async (_, make, refused) => {
  const result = await sign(await make());
  expect("refused" in result ? result.refused : null).toBe(refused);
});

test("a certified file without the field is refused, because a new field is a change", async () => {
  expect(await sign(certified.filling, rsa, { field: "other" })).toEqual({ refused: "certified" });
  expect(await sign(certified.filling, rsa, { laterFields: ["other"] })).toEqual({ refused: "certified" });
});

test("the attributes are those of the baseline, and no time is among them", async () => {
  const signed = await sign((await shapes["table, by hand"]?.()) as Buffer);
  if ("refused" in signed) throw new Error(signed.refused);
  const item = read(encodeSignature(signed.signature));
  const data = readSignedData(item);
  const ids = data.signedAttributes.items.map((one) => at(one, 0).raw.toString("hex"));
  expect(ids.toSorted()).toEqual(
    [oids.contentType, oids.messageDigest, oids.signingCertificateV2].map((id) => id.toString("hex")).toSorted(),
  );
  expect(data.unsignedAttributes).toEqual([]);
  expect(attributeValue(data.signedAttributes.items, oids.contentType)?.raw.equals(oids.data)).toBe(true);
  // The content is not inside.
  expect(data.content.items).toHaveLength(1);
  expect(data.certificates.map((one) => one.toString("hex")).toSorted()).toEqual(
    [rsa.certificate, rsa.authority].map((one) => one.toString("hex")).toSorted(),
  );
  expect(signed.bytes.toString("latin1")).toMatch(/\/SubFilter \/ETSI\.CAdES\.detached/);
  expect(signed.bytes.toString("latin1")).toContain("/M (D:20261122101112Z)");
});

test("the certificate commits to content, is issued by an authority, and names the firm", () => {
  const [leaf, authority] = [new X509Certificate(rsa.certificate), new X509Certificate(rsa.authority)];
  expect(leaf.subject).toBe("O=Портико\nCN=Портико seal");
  expect([leaf.ca, authority.ca]).toEqual([false, true]);
  expect(leaf.checkIssued(authority) && leaf.verify(authority.publicKey)).toBe(true);
  expect(leaf.checkIssued(leaf)).toBe(false);
  expect(leaf.checkPrivateKey(privateKey(rsa))).toBe(true);
  expect([mayCommit(rsa.certificate), mayCommit(rsa.authority)]).toEqual([true, false]);
  expect(readCertificate(rsa.certificate).extension(oids.keyUsage)).toMatchObject({ critical: true });
  expect([leaf.validFromDate, leaf.validToDate]).toEqual([term.from, term.until]);
});

test("a seal of another authority, or outside the certificate's time, is not trusted", async () => {
  const pdf = (await shapes["table, by hand"]?.()) as Buffer;
  const result = await seal(pdf);
  expect(await verified(result, ec)).toMatchObject({ problems: ["certificate"] });
  expect(await verifySeal(result, { authorities: [] })).toMatchObject({ problems: ["certificate"] });
  expect(await verified(result, ec, rsa)).toMatchObject({ problems: [] });
  const late = await seal(pdf, rsa, { at: new Date("2031-01-02T00:00:00Z") });
  expect(await verified(late)).toMatchObject({ problems: ["certificate"] });
  // The authority's own key may not seal.
  const own: SealingKey = {
    key: rsa.issuer.export({ type: "pkcs8", format: "der" }),
    certificate: rsa.authority,
    chain: [],
  };
  expect(await verified(await seal(pdf, own))).toMatchObject({ problems: ["certificate"] });
});

test("something appended, a cut, and an unsealed file are told apart", async () => {
  const pdf = (await shapes["stream, by libpdf"]?.()) as Buffer;
  const result = await seal(pdf);
  expect(await verified(Buffer.concat([result, Buffer.from("\n")]))).toMatchObject({ problems: ["coverage"] });
  const more = await PDF.load(result);
  more.setTitle("Changed later");
  const changed = Buffer.from(await more.save({ incremental: true }));
  expect(await verified(changed)).toMatchObject({ problems: ["coverage"], field: "firm" });
  expect((await verified(result.subarray(0, -30))).problems).not.toEqual([]);
  expect((await verified(pdf)).problems).toEqual(["noSeal"]);
  expect((await verified(Buffer.from("hello"))).problems).toEqual(["unreadable"]);
});

test.each(["table, by hand", "objects in a stream", "stream, by libpdf"])(
  "%s: any flipped bit is found, in the file, the update, the signature and its padding",
  async (name) => {
    const pdf = (await shapes[name]?.()) as Buffer;
    for (const key of [rsa, ec]) {
      const signed = await sign(pdf, key);
      const result = sealed(signed);
      if ("refused" in signed) throw new Error(signed.refused);
      const { gap } = signed;
      const cmsEnd =
        gap.start +
        1 +
        2 * readPadded(Buffer.from(result.toString("latin1", gap.start + 1, gap.end - 1), "hex")).raw.length;
      const regions: [number, number][] = [
        [0, pdf.length],
        [pdf.length, gap.start],
        [gap.start, gap.start + 60],
        [gap.start, cmsEnd],
        [cmsEnd, gap.end],
        [gap.end, result.length],
        [result.length - 40, result.length],
      ];
      for (const [from, to] of regions)
        await fc.assert(
          fc.asyncProperty(
            fc.integer({ min: from, max: to - 1 }),
            fc.integer({ min: 0, max: 7 }),
            async (place, bit) => {
              const changed = Buffer.from(result);
              changed[place] = (changed[place] ?? 0) ^ (1 << bit);
              expect((await verified(changed, key)).problems, `byte ${place}`).not.toEqual([]);
            },
          ),
          { numRuns: 20 },
        );
    }
  },
);
