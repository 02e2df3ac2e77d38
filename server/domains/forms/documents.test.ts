/** The firm's documents of the declarations: set by an admin, read by clients, kept with each declaration. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { codeOf, personWithDraft } from "./testing/filled.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const nowhere = { bg: null, en: null, pl: null };
const documents = {
  terms: { ...nowhere, bg: "/documents/terms.bg.pdf" },
  tariff: { ...nowhere, bg: "https://firm.example/tariff.bg.pdf" },
  privacy: nowhere,
  risk: nowhere,
};
const save = (role: "admin" | "office", data: unknown) =>
  app
    .as(role)
    .then(({ client }) => codeOf(client.settings.save({ params: { name: "firmDocuments" }, body: { data } })));

test("an admin says where they lie; no address leads to a script or to who knows which host", async () => {
  expect(await save("office", documents)).toBe("forbidden");
  for (const address of ["javascript:alert(1)", "//elsewhere.example/x", "http://firm.example/x"])
    expect(await save("admin", { ...documents, risk: { ...nowhere, en: address } })).toBe("badInput");
  expect(await save("admin", documents)).toBe("done");
});

test("a client reads where they lie, and what was declared keeps the addresses of the language it was read in", async () => {
  const { client, path } = await personWithDraft(app);
  expect(await client.client.settings.getDocuments()).toEqual(documents);
  await client.client.forms.snapshot({ params: path, body: { language: "bg" } });
  const reviewer = await app.as("office");
  const { current } = await reviewer.client.forms.getRevision({ params: { ...path, revision: 1 } });
  const byTextId = Object.fromEntries(current.declarations.map(({ textId, documents: about }) => [textId, about]));
  expect(byTextId["terms"]).toEqual([
    { document: "terms", address: "/documents/terms.bg.pdf" },
    { document: "tariff", address: "https://firm.example/tariff.bg.pdf" },
  ]);
  // Handed over by the firm.
  expect(byTextId["privacy"]).toEqual([{ document: "privacy", address: null }]);
  expect(byTextId["truth"]).toEqual([]);
});
