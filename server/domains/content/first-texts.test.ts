/** The texts that a firm begins with: what is left to it, and that nothing is published before it is filled in. */
import { join } from "node:path";
import { contentPages, unfilledPlaces } from "@portico/api/rules/content.ts";
import { fillPlace, placeNames, placesToFill } from "@portico/api/rules/places-to-fill.ts";
import { languages } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { readTexts } from "./first-texts.ts";
import { filledTexts } from "./testing/filled.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

test.each(contentPages)("the texts of %s are published once their places are filled in", async (page) => {
  const { content } = admin.client;
  const params = { page };
  const { begin } = await content.listVersions({ params });
  const draft = await content.save({ params, body: { texts: begin, since: null } });
  const open = unfilledPlaces(begin).map(({ path, line }) => ({ path, code: "toFill", line }));
  if (open.length > 0)
    await expect(
      content.publish({ params, body: { version: draft.version, since: draft.edit } }),
    ).rejects.toMatchObject({ code: "badInput", errors: open });
  const { version, edit } = await content.save({
    params,
    body: { texts: await filledTexts(page), since: draft.edit },
  });
  expect((await content.publish({ params, body: { version, since: edit } })).state).toBe("published");
  const read = await app.anonymous.content.get({ params, query: { language: "pl" } });
  expect(read.title).toBe(begin.pl.title);
});

test.each(contentPages)("%s leaves the same places open in each language, so that one value fits all", async (page) => {
  const { begin } = await admin.client.content.listVersions({ params: { page } });
  const counts = languages.map((language) => placesToFill(begin[language].body).length);
  expect(new Set(counts).size).toBe(1);
});

test.each(contentPages)("the demo's texts of %s leave nothing open", async (page) => {
  expect(unfilledPlaces(await readTexts(join(import.meta.dirname, "../../demo/texts"), page))).toEqual([]);
});

test("a place is filled wherever it stands, whatever its value is", () => {
  const text = fc.string().filter((one) => !/[[\]\n]/.test(one));
  fc.assert(
    fc.property(text, text, (before, value) => {
      const whole = `${before}[[seat]] and [[seat]]\n[[licence]]`;
      expect(placeNames([whole])).toEqual(["seat", "licence"]);
      expect(fillPlace(whole, "seat", value)).toBe(`${before}${value} and ${value}\n[[licence]]`);
    }),
  );
});
