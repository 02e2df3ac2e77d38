/** The firm's logo: an admin's upload is re-encoded before anybody sees it, and the brand refers to nothing else. */
import { ApiError } from "@portico/api/errors.ts";
import { PNG } from "pngjs";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMail } from "../../adapters/mail/render.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf } from "../../testing/effects.ts";
import { sweepContents } from "../files/quarantine.ts";
import { jpegOf, pdfOf, pngFlood, pngOf } from "../files/testing/samples.ts";
import { codeMail } from "../sessions/sessions.mails.ts";
import { settingDefaults } from "./defaults.ts";
import { deleteLooseLogos } from "./logo.queries.ts";
import { readLogo } from "./logo.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

const upload = (content: Buffer, who: TestUser = admin) =>
  who.client.settings.uploadLogo({ body: { base64data: content.toString("base64") } });
const save = (logo: string | null) =>
  admin.client.settings.save({ params: { name: "brand" }, body: { data: { ...settingDefaults.brand, logo } } });
const picture = async (logo: string) =>
  Buffer.from((await app.anonymous.settings.getLogo({ params: { logo } })).content);
const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "taken",
    (error: unknown) => (error instanceof ApiError ? (error.errors[0]?.code ?? error.code) : String(error)),
  );
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 11, g: 79, b: 108, alpha: 0.5 } } });

test("a logo is drawn anew, made to fit, and shown to anyone once the brand names it", async () => {
  const { logo, width, height } = await upload(await drawing(1600, 400).webp().toBuffer());
  expect([width, height]).toEqual([512, 128]);
  await save(logo);
  const { data } = await app.anonymous.settings.getBrand();
  expect(data.logo).toBe(logo);
  const shown = PNG.sync.read(await picture(logo));
  expect([shown.width, shown.height]).toEqual([512, 128]);
  // Transparency is kept.
  expect(shown.data[3]).toBeLessThan(200);
  expect(await auditOf(app, { type: "setting", id: "brand" }, "setting.logoUploaded")).toEqual([
    expect.objectContaining({ after: { logo, width, height } }),
  ]);
});

test("nothing of the file itself comes through: neither its text, nor where it was taken", async () => {
  const located = await sharp(jpegOf(200, 100))
    .withExif({ IFD0: { Copyright: "Ivan Petrov, 42.69 N" } })
    .jpeg()
    .toBuffer();
  const described = await sharp(pngOf(90, 60))
    .withExif({ IFD0: { ImageDescription: "hidden in a text" } })
    .png()
    .toBuffer();
  expect(described.toString("latin1")).toContain("hidden");
  for (const content of [described, located]) {
    const drawn = (await picture((await upload(content)).logo)).toString("latin1");
    expect(drawn).toMatch(/^\x89PNG/);
    expect(drawn).not.toMatch(/hidden|Ivan|tEXt|eXIf|iCCP/);
  }
});

test("it is a file for pages of the portal, under a name that never means another", async () => {
  const { logo } = await upload(pngOf(90, 60));
  const answer = await app.app.inject({ url: `/settings/brand/logo/${logo}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  });
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="logo.png"/);
  for (const [name, status] of [
    ["0".repeat(64), 404],
    ["1", 400],
    ["..%2f..%2ffirm.key", 400],
  ] as const)
    expect((await app.app.inject({ url: `/settings/brand/logo/${name}` })).statusCode).toBe(status);
});

test("what is no picture, carries more than one, or is no logo by its size, is refused with the reason", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const page = Buffer.concat([pngOf(90, 60), Buffer.from("<script>alert(1)</script>")]);
  expect(await reasonOf(upload(Buffer.alloc(0)))).toBe("fileEmpty");
  expect(await reasonOf(upload(Buffer.from(svg)))).toBe("refusedType");
  expect(await reasonOf(upload(await pdfOf()))).toBe("refusedType");
  expect(await reasonOf(upload(page))).toBe("hiddenContent");
  expect(await reasonOf(upload(pngFlood()))).toBe("tooManyPixels");
  expect(await reasonOf(upload(pngOf(90, 60).subarray(0, 60)))).toBe("unreadableFile");
  expect(await reasonOf(upload(pngOf(31, 200)))).toBe("pictureTooSmall");
  expect(await reasonOf(upload(pngOf(6000, 40)))).toBe("pictureTooSmall");
  expect(await reasonOf(upload(Buffer.concat([pngOf(90, 60), Buffer.alloc(10 * 1024 * 1024)])))).toBe("fileTooBig");
  expect(await reasonOf(upload(pngOf(90, 60), await app.as("office")))).toBe("forbidden");
});

test("an upload that nobody saved goes after a day with its bytes; what the brand once named stays", async () => {
  const [stored, loose] = [await upload(pngOf(91, 60)), await upload(pngOf(92, 60))];
  await save(stored.logo);
  await save(null);
  await deleteLooseLogos(app.database.db);
  expect((await picture(loose.logo)).length).toBeGreaterThan(0);
  await app.database.db
    .updateTable("brand_logo")
    .set({ uploaded_at: new Date(Date.now() - 25 * 3600 * 1000) })
    .execute();
  await deleteLooseLogos(app.database.db);
  const { files } = app.services;
  const aged = { ...files, listOlderThan: () => files.listOlderThan(-1000) };
  await sweepContents({ ...app.services, files: aged });
  expect(await reasonOf(picture(loose.logo))).toBe("notFound");
  expect(await files.has(loose.logo)).toBe(false);
  expect((await picture(stored.logo)).length).toBeGreaterThan(0);
  expect(await reasonOf(save(loose.logo))).toBe("unknown");
  await save(stored.logo);
});

test("mails bring it along, in the size of the pages", async () => {
  const { logo } = await upload(await drawing(1600, 400).png().toBuffer());
  await save(logo);
  const params = { name: "", purpose: "signIn", code: "123456", minutes: 10 } as const;
  const firm = {
    name: "A & B",
    supportEmail: "help@firm.example",
    accent: "#0B4F6C",
    timeZone: "UTC",
    logo: await readLogo(app.services),
  };
  const { html, pictures } = renderMail("en", { template: codeMail, params }, firm);
  expect(html).toContain('<img src="cid:logo@portico" width="128" height="32" alt="A &amp; B"');
  expect(pictures).toEqual([{ id: "logo@portico", mediaType: "image/png", content: await picture(logo) }]);
  await save(null);
  expect(await readLogo(app.services)).toBeNull();
});
