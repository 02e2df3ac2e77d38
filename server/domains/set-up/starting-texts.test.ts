/** Starting texts: listed with their state, accepted one or several at once, and asked about again when the product changes. */
import { type StartingTextId, startingTextIds } from "@portico/api/rules/starting-texts.ts";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { filledTexts } from "../content/testing/filled.ts";
import { settingDefaults } from "../settings/defaults.ts";

let app: TestApp;
let admin: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Ada Admin" });
  other = await app.as("admin");
});
afterAll(() => app.close());

const list = async () => (await admin.client.setUp.listTexts()).texts;
const textOf = async (id: StartingTextId) => (await list()).find((text) => text.id === id);
const accept = (ids: StartingTextId[], who = admin) => who.client.setUp.acceptTexts({ body: { ids } });

/** As if the product had shipped something else when the firm decided. */
async function shippedBefore(id: StartingTextId, path: string, value: string): Promise<void> {
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query(
    "update shipped_text set shipped = jsonb_set(shipped, $2::text[], to_jsonb($3::text)) where id = $1",
    [id, path, value],
  );
  await owner.end();
}

test("of an empty portal every text is as it is shipped, with the places that it leaves open", async () => {
  const texts = await list();
  expect(texts.map(({ id }) => id)).toEqual(startingTextIds);
  expect(new Set(texts.map(({ state }) => state))).toEqual(new Set(["shipped"]));
  expect((await textOf("page/terms"))?.open).toBeGreaterThan(0);
  expect((await textOf("page/target"))?.open).toBe(0);
});

test("several are accepted at once, and none of them if a colleague has decided about one", async () => {
  await accept(["setting/documentTypes"], other);
  expect(await codeOf(accept(["setting/ticketRules", "setting/documentTypes"]))).toBe("stateConflict");
  expect((await textOf("setting/ticketRules"))?.state).toBe("shipped");
  await accept(["setting/ticketRules", "setting/mailTexts"]);
  for (const id of ["setting/ticketRules", "setting/mailTexts", "setting/documentTypes"] as const)
    expect(await textOf(id)).toMatchObject({ state: "accepted", canAccept: false });
  // A page is read and published on its own.
  expect(await codeOf(accept(["page/terms"]))).toBe("stateConflict");
});

test("an accepted text that a new version changes is asked about again, and the firm's stays", async () => {
  await shippedBefore("setting/documentTypes", "{types,0,name,en}", "Former name");
  const asked = await textOf("setting/documentTypes");
  expect(asked).toMatchObject({ state: "newer", canAccept: true });
  expect(asked?.differences).toEqual([
    {
      path: expect.stringMatching(/\.name\.en$/) as string,
      language: "en",
      before: "Former name",
      after: settingDefaults.documentTypes.types[0]?.name.en,
    },
  ]);
  const read = () => admin.client.settings.get({ params: { name: "documentTypes" } });
  const before = await read();
  await accept(["setting/documentTypes"]);
  expect(await textOf("setting/documentTypes")).toMatchObject({ state: "accepted", differences: [] });
  expect(await read()).toEqual(before);
  expect(await auditOf(app, { type: "startingText", id: "setting/documentTypes" }, "setUp.textKept")).toHaveLength(1);
});

test("a published page is the firm's own; a new starting text does not touch it", async () => {
  const params = { page: "privacy" } as const;
  const texts = await filledTexts("privacy");
  const { version, edit } = await admin.client.content.save({ params, body: { texts, since: null } });
  expect(await textOf("page/privacy")).toMatchObject({ state: "draft", open: 0 });
  await admin.client.content.publish({ params, body: { version, since: edit } });
  expect(await textOf("page/privacy")).toMatchObject({ state: "changed", savedBy: "Ada Admin", differences: [] });
  await shippedBefore("page/privacy", "{pl,title}", "Dawny tytuł");
  expect((await textOf("page/privacy"))?.state).toBe("newer");
  await accept(["page/privacy"]);
  expect((await textOf("page/privacy"))?.state).toBe("changed");
  const published = await app.anonymous.content.get({ params, query: { language: "pl" } });
  expect(published.title).toBe(texts.pl.title);
});

test("mails are asked about when their shipped words change", async () => {
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query(
    "update shipped_text set shipped = jsonb_set(shipped, '{mail.greeting,bg}', '\"Друго\"') where id = 'setting/mailTexts'",
  );
  await owner.end();
  expect(await textOf("setting/mailTexts")).toMatchObject({
    state: "newer",
    differences: [{ path: "mail.greeting.bg", language: "bg", before: "Друго" }],
  });
});
