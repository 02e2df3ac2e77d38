/** Attempts at the knowledge test are kept, as the form says, and shown only to the reviewer. */
import { questionnaireVersion, questions } from "@portico/kyc/questionnaire.ts";
import { rightAnswers } from "@portico/kyc/questionnaire-key.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { personWithDraft } from "../testing/filled.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("every whole set of answers is an attempt with its score, version and day; half ones and repeats are none", async () => {
  const { client, path } = await personWithDraft(app);
  const { forms } = client.client;
  const save = async (chosen: Record<string, string>, version = questionnaireVersion) => {
    const { draft } = await forms.get({ params: path });
    const change = { step: "knowledge", field: "knowledgeTest", value: { version, chosen } };
    await forms.save({ params: path, body: { version: draft?.version ?? 0, changes: [change] } });
  };
  const allWrong = Object.fromEntries(
    questions.map(({ id, options }) => [id, options.find((one) => one !== rightAnswers[id]) ?? ""]),
  );
  const { risk, ...half } = rightAnswers;
  await save(allWrong);
  await save(half);
  await save({ ...allWrong, another: "x" });
  await save({ ...allWrong, risk: "not an option" });
  await save(allWrong, "2025-1");
  await save(rightAnswers);
  await save({ ...rightAnswers });
  await forms.snapshot({ params: path, body: { language: "en" } });

  const office = await app.as("office");
  const { attempts } = await office.client.forms.getRevision({ params: { ...path, revision: 1 } });
  // The first came with the draft; a complete set that returns after another counts again.
  expect(attempts.map(({ right, of }) => `${right}/${of}`)).toEqual(["7/8", "0/8", "0/8", "8/8"]);
  expect(attempts.at(-1)).toEqual({
    version: questionnaireVersion,
    right: 8,
    of: 8,
    chosen: { ...half, risk },
    at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) as string,
    by: { id: client.id, name: "Ivan Petrov" },
  });
  expect(await app.database.db.selectFrom("knowledge_attempt").selectAll().execute()).toHaveLength(4);

  // Staff who are the client themselves do not see the score.
  await app.database.db.updateTable("app_user").set({ role: "office" }).where("id", "=", client.id).execute();
  const own = await client.client.forms.getRevision({ params: { ...path, revision: 1 } });
  expect(own.attempts).toEqual([]);
});
