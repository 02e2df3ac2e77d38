/** The pictures that shared links to definitions show: of what is published, in each language. */
import { languages } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { drawPictureJob } from "../../content/content.jobs.ts";
import { contentHandlers } from "../../content/pictures/pictures.jobs.ts";
import { newDefinition, newDraft } from "../testing/arranged.ts";
import { definitionKind, toPictureTexts } from "./public.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

const draw = async (id: number) => {
  const handlers = contentHandlers(app.services, { [definitionKind]: toPictureTexts });
  const handler = handlers.find(({ job }) => job.name === drawPictureJob.name);
  await handler?.run({ kind: definitionKind, subject: String(id), version: 1 });
};
const drawn = () => app.services.db.selectFrom("content_picture").select("subject").distinct().execute();

test("a published definition has a picture in each language, and a draft has none", async () => {
  const { id } = await newDefinition(admin);
  const read = () => app.anonymous.funds.getDefinition({ params: { id }, query: {} });
  expect((await read()).pictures).toBeNull();
  await draw(id);
  const { pictures } = await read();
  for (const language of languages) {
    const answer = await app.app.inject({ url: `/content/picture/${pictures?.[language]}` });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"]);
  }
  const draft = await newDraft(admin);
  await draw(draft.id);
  expect(await drawn()).toEqual([{ subject: String(id) }]);
});
