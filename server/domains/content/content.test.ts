/** Public pages: who writes them, what visitors see, and that a draft is nowhere. */
import { type ContentTexts, contentPages } from "@portico/api/rules/content.ts";
import { languages } from "@portico/api/shapes.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen } from "../../testing/effects.ts";
import { isContentUsed } from "../files/files.queries.ts";
import { drawPictureJob } from "./content.jobs.ts";
import { contentHandlers } from "./pictures/pictures.jobs.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let internal: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Ada Admin" });
  office = await app.as("office");
  internal = await app.as("internal");
  client = await app.as("client");
});
afterAll(() => app.close());

type Page = (typeof contentPages)[number];
const textsOf = (word: string): ContentTexts => ({
  bg: { title: `${word} bg`, description: `About ${word}, bg`, body: `# Част\n\n${word} на български.` },
  en: { title: `${word} en`, description: `About ${word}, en`, body: `# Part\n\n${word} in English.` },
  pl: { title: `${word} pl`, description: `About ${word}, pl`, body: `# Część\n\n${word} po polsku.` },
});
const versionsOf = async (page: Page, who = admin) =>
  (await who.client.content.listVersions({ params: { page } })).versions;
const draftOf = async (page: Page) => (await versionsOf(page)).find(({ state }) => state === "draft");
const save = async (page: Page, texts: ContentTexts) =>
  admin.client.content.save({ params: { page }, body: { texts, since: (await draftOf(page))?.edit ?? null } });
const publish = async (page: Page, texts: ContentTexts) => {
  const { version, edit } = await save(page, texts);
  return admin.client.content.publish({ params: { page }, body: { version, since: edit } });
};
const read = (page: Page, language: "bg" | "en" | "pl" = "en") =>
  app.anonymous.content.get({ params: { page }, query: { language } });
/** The job that the publication queued. */
const draw = async (page: Page, version: number) => {
  const handler = contentHandlers(app.services).find(({ job }) => job.name === drawPictureJob.name);
  await handler?.run({ kind: "page", subject: page, version });
};

test("a page is written by admins, read by staff, and by nobody before it is published", async () => {
  expect(await codeOf(read("fees"))).toBe("notFound");
  const draft = await save("fees", textsOf("Fees"));
  expect(draft).toMatchObject({ version: 1, state: "draft", edit: 1, changed_by: "Ada Admin" });
  expect(await codeOf(read("fees"))).toBe("notFound");
  expect((await app.anonymous.content.list()).pages).toEqual([]);
  for (const reader of [office, internal]) {
    const { versions, can } = await reader.client.content.listVersions({ params: { page: "fees" } });
    expect(versions.map(({ version }) => version)).toEqual([1]);
    expect(can).toEqual({ change: false });
    expect(
      await codeOf(reader.client.content.save({ params: { page: "fees" }, body: { texts: textsOf("x"), since: 1 } })),
    ).toBe("forbidden");
  }
  expect(await codeOf(client.client.content.listVersions({ params: { page: "fees" } }))).toBe("forbidden");
  const { pages } = await internal.client.content.listAll();
  expect(pages.map(({ page }) => page)).toEqual([...contentPages]);
});

test("a published page is there in three languages, as blocks, with its table", async () => {
  await publish("fees", textsOf("Costs"));
  for (const language of languages) {
    const page = await read("fees", language);
    expect(page).toMatchObject({
      title: `Costs ${language}`,
      description: `About Costs, ${language}`,
      fees: { fees: [] },
      treasury: null,
      picture: null,
    });
    expect(page.blocks[0]).toMatchObject({ kind: "heading" });
  }
  const { headers } = await app.app.inject({ url: "/content/fees?language=pl" });
  expect(headers["cache-control"]).toBe("public, max-age=60");
  expect(headers["set-cookie"]).toBeUndefined();
  expect((await app.anonymous.content.list()).pages).toMatchObject([{ page: "fees", title: { pl: "Costs pl" } }]);
  expect(await auditOf(app, { type: "content", id: "page/fees" }, "content.published")).toMatchObject([
    { after: { version: 1 } },
  ]);
});

test("a new draft changes nothing that is public, and becomes it as a whole", async () => {
  await publish("treasury", textsOf("Before"));
  const heard = listen(app);
  await save("treasury", textsOf("Secret draft"));
  heard.stop();
  expect(heard.all).toMatchObject([{ name: "content:changed", event: { kind: "page" } }]);
  const everything = await Promise.all([
    ...languages.map((language) => read("treasury", language)),
    app.anonymous.content.list(),
  ]);
  expect(JSON.stringify(everything)).not.toContain("Secret draft");
  await publish("treasury", textsOf("After"));
  expect((await read("treasury")).title).toBe("After en");
  expect((await versionsOf("treasury")).map(({ version, state }) => [version, state])).toEqual([
    [2, "published"],
    [1, "superseded"],
  ]);
});

test("a missing language, and Markdown that cannot be shown, are refused at their places; the draft stays", async () => {
  const texts = textsOf("Terms");
  texts.pl.body = " ";
  texts.bg.title = "";
  texts.en.body = "First.\n\nSee [this](javascript:alert(1)) {{nobody}} <script>x</script>";
  texts.pl.description = "<b>Opis</b>";
  const draft = await save("terms", texts);
  const call = admin.client.content.publish({
    params: { page: "terms" },
    body: { version: draft.version, since: draft.edit },
  });
  await expect(call).rejects.toMatchObject({
    code: "badInput",
    errors: [
      { path: "texts.bg.title", code: "required" },
      { path: "texts.pl.body", code: "required" },
      { path: "texts.en.body", code: "notShown", line: 3 },
      { path: "texts.pl.description", code: "notShown", line: 1 },
    ],
  });
  expect(await draftOf("terms")).toMatchObject({ version: draft.version, edit: draft.edit });
  expect(await codeOf(read("terms"))).toBe("notFound");
});

test("of two editors the second is told; a lost answer sent again is told too, not doubled", async () => {
  const draft = await save("privacy", textsOf("Privacy"));
  const params = { page: "privacy" as const };
  const again = { texts: textsOf("Second"), since: draft.edit };
  expect(await codeOf(admin.client.content.save({ params, body: again }))).toBe("done");
  expect(await codeOf(admin.client.content.save({ params, body: again }))).toBe("stateConflict");
  expect(await codeOf(admin.client.content.publish({ params, body: { version: 1, since: draft.edit } }))).toBe(
    "stateConflict",
  );
  expect(await versionsOf("privacy")).toHaveLength(1);
});

test("restoring makes a draft; taking offline ends what is public", async () => {
  const params = { page: "target" as const };
  await publish("target", textsOf("One"));
  await publish("target", textsOf("Two"));
  const restored = await admin.client.content.restore({ params, body: { version: 1, since: null } });
  expect(restored).toMatchObject({ version: 3, state: "draft", restored_from: 1, texts: textsOf("One") });
  expect((await read("target")).title).toBe("Two en");
  await admin.client.content.discard({ params, body: { since: restored.edit } });
  await admin.client.content.archive({ params, body: { version: 2 } });
  expect(await codeOf(admin.client.content.archive({ params, body: { version: 2 } }))).toBe("stateConflict");
  expect(await codeOf(read("target"))).toBe("notFound");
});

test("the picture is drawn after the publication, in each language, and a draft has none", async () => {
  const { version } = await publish("treasury", textsOf("Условия за ползване, zażółć gęślą jaźń"));
  await draw("treasury", version);
  const pictures = await Promise.all(
    languages.map(async (language) => (await read("treasury", language)).picture ?? ""),
  );
  expect(new Set(pictures).size).toBe(3);
  for (const picture of pictures) {
    const answer = await app.app.inject({ url: `/content/picture/${picture}` });
    expect(answer.headers).toMatchObject({ "content-type": "image/png", etag: `"${picture}"` });
    expect(answer.headers["cache-control"]).toContain("max-age=31536000");
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    expect(await isContentUsed(app.services.db, Buffer.from(picture, "hex"))).toBe(true);
  }
  const draft = await save("treasury", textsOf("Draft"));
  await draw("treasury", draft.version);
  expect((await read("treasury")).picture).toBe(pictures[1]);
  await admin.client.content.archive({ params: { page: "treasury" }, body: { version } });
  const offline = await app.app.inject({ url: `/content/picture/${pictures[0]}` });
  expect(offline.statusCode).toBe(404);
});

test("terms and privacy notice are the portal's own pages unless the firm names another address", async () => {
  await publish("privacy", textsOf("Privacy"));
  const nowhere = { bg: null, en: null, pl: null };
  expect((await app.anonymous.content.list()).documents).toEqual({
    terms: nowhere,
    privacy: { bg: "/bg/learn-more/privacy", en: "/en/learn-more/privacy", pl: "/pl/learn-more/privacy" },
  });
  const own = { ...nowhere, en: "https://firm.example/privacy" };
  await admin.client.settings.save({
    params: { name: "firmDocuments" },
    body: { data: { terms: nowhere, tariff: nowhere, privacy: own, risk: nowhere } },
  });
  expect((await app.anonymous.content.list()).documents.privacy).toEqual({
    bg: "/bg/learn-more/privacy",
    en: "https://firm.example/privacy",
    pl: "/pl/learn-more/privacy",
  });
});

test("the same picture is drawn of the same text", async () => {
  const texts = [{ title: "Fees ".repeat(60), subtitle: "x".repeat(400), firm: "Firm", accent: "#0B4F6C" }];
  const [one, two] = await Promise.all(
    [1, 2].map(() => app.services.workers.run("drawPicture", { texts }, { holder: "test" })),
  );
  expect(Buffer.from(one?.[0] ?? []).equals(Buffer.from(two?.[0] ?? []))).toBe(true);
});

test("terms, privacy notice and fees are replaced, and never taken offline", async () => {
  for (const page of ["terms", "privacy", "fees"] as const) {
    const { version } = await publish(page, textsOf("One"));
    expect(await codeOf(admin.client.content.archive({ params: { page }, body: { version } })), page).toBe("inUse");
    expect((await read(page)).title).toBe("One en");
    await publish(page, textsOf("Two"));
    expect((await read(page)).title).toBe("Two en");
  }
});

test("a language that was not changed since others were is named, until it was; a draft set aside does not count", async () => {
  const behind = async () =>
    (await internal.client.content.listAll()).pages.find((one) => one.page === "privacy")?.behind;
  const first = textsOf("First");
  await publish("privacy", first);
  expect(await behind()).toEqual([]);
  const english = { ...first, en: { ...first.en, body: "# Part\n\nNew terms." } };
  await publish("privacy", english);
  expect(await behind()).toEqual(["bg", "pl"]);
  const { edit } = await save("privacy", textsOf("Set aside"));
  expect(await behind()).toEqual([]);
  await admin.client.content.discard({ params: { page: "privacy" }, body: { since: edit } });
  expect(await behind()).toEqual(["bg", "pl"]);
  await publish("privacy", { ...english, bg: { ...first.bg, body: "# Част\n\nНови условия." } });
  expect(await behind()).toEqual(["pl"]);
});
