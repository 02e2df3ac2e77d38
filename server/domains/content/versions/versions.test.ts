/** Versions of content: one draft, one published; nothing public changes or is overwritten. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "../../../kernel/refusal.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { auditOf } from "../../../testing/effects.ts";
import { transact, type WriteContext } from "../../../unit-of-work/transact.ts";
import {
  archive,
  type ContentKey,
  discardDraft,
  findPublished,
  listOpenVersions,
  listPublished,
  listVersions,
  publish,
  restoreAsDraft,
  saveDraft,
} from "./versions.ts";

let app: TestApp;
let context: WriteContext;
beforeAll(async () => {
  app = await createTestApp();
  const { id } = await app.as("admin", { name: "Ada Admin" });
  context = { ...app.services, viewer: { userId: id, sessionId: 1 } };
});
afterAll(() => app.close());

interface Note {
  text: string;
}
let keys = 0;
const newKey = (): ContentKey => ({ kind: "page", subject: `subject-${++keys}` });
const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const filled = ({ text }: Note) => (text === "" ? [{ path: "text", code: "required" as const }] : []);
const states = async (key: ContentKey) =>
  (await listVersions<Note>(app.services.db, key)).map(({ version, state, data }) => [version, state, data.text]);
const published = async (key: ContentKey, text: string) => {
  const { version, edit } = await saveDraft<Note>(context, key, { data: { text }, since: null });
  return publish<Note>(context, key, { version, since: edit, check: filled });
};

test("a draft is saved and published, and the version before is superseded", async () => {
  const key = newKey();
  await published(key, "first");
  const draft = await saveDraft<Note>(context, key, { data: { text: "second" }, since: null });
  expect(await findPublished(app.services.db, key)).toMatchObject({ version: 1, data: { text: "first" } });
  const saved = await saveDraft<Note>(context, key, { data: { text: "third" }, since: draft.edit });
  const done = await publish<Note>(context, key, { version: 2, since: saved.edit, check: filled });
  expect(done).toMatchObject({ version: 2, state: "published", published_by: "Ada Admin" });
  expect(await states(key)).toEqual([
    [2, "published", "third"],
    [1, "superseded", "first"],
  ]);
  expect((await listPublished(app.services.db, "page", [key.subject])).map(({ version }) => version)).toEqual([2]);
  expect(
    (await auditOf(app, { type: "content", id: `page/${key.subject}` })).map(({ action, after }) => [action, after]),
  ).toEqual([
    ["content.saved", { version: 1, edit: 1 }],
    ["content.published", { version: 1 }],
    ["content.saved", { version: 2, edit: 1 }],
    ["content.saved", { version: 2, edit: 2 }],
    ["content.published", { version: 2 }],
  ]);
});

test("the second of two editors is told, and nothing of the first is overwritten", async () => {
  const key = newKey();
  const { edit } = await saveDraft<Note>(context, key, { data: { text: "read" }, since: null });
  const save = (text: string, since: number | null) =>
    refusal(saveDraft<Note>(context, key, { data: { text }, since }));
  expect(await save("first", edit)).toBe("done");
  expect(await save("second", edit)).toBe("stateConflict");
  expect(await save("another draft", null)).toBe("stateConflict");
  expect(await refusal(publish<Note>(context, key, { version: 1, since: edit, check: filled }))).toBe("stateConflict");
  expect(await states(key)).toEqual([[1, "draft", "first"]]);
});

test("faults refuse the publication at their places, and what is public stays", async () => {
  const key = newKey();
  await published(key, "public");
  const draft = await saveDraft<Note>(context, key, { data: { text: "" }, since: null });
  await expect(publish<Note>(context, key, { version: 2, since: draft.edit, check: filled })).rejects.toMatchObject({
    code: "badInput",
    fields: [{ path: "text", code: "required" }],
  });
  expect(await states(key)).toEqual([
    [2, "draft", ""],
    [1, "published", "public"],
  ]);
});

test("an earlier version comes back as a new draft; the draft that was there is set aside", async () => {
  const key = newKey();
  await published(key, "one");
  await published(key, "two");
  const written = await saveDraft<Note>(context, key, { data: { text: "begun" }, since: null });
  expect(await refusal(restoreAsDraft(context, key, { version: 1, since: null }))).toBe("stateConflict");
  const restored = await restoreAsDraft<Note>(context, key, { version: 1, since: written.edit });
  expect(restored).toMatchObject({ version: 4, state: "draft", restored_from: 1, data: { text: "one" } });
  expect(await states(key)).toEqual([
    [4, "draft", "one"],
    [3, "archived", "begun"],
    [2, "published", "two"],
    [1, "superseded", "one"],
  ]);
  expect(await refusal(restoreAsDraft(context, key, { version: 9, since: restored.edit }))).toBe("notFound");
  await discardDraft(context, key, restored.edit);
  expect(await refusal(discardDraft(context, key, restored.edit))).toBe("stateConflict");
  expect(await refusal(restoreAsDraft(context, key, { version: 3, since: null }))).toBe("done");
});

test("what is taken offline is public no more, once", async () => {
  const key = newKey();
  await published(key, "public");
  expect(await refusal(archive(context, key, 2))).toBe("stateConflict");
  expect(await refusal(archive(context, key, 1))).toBe("done");
  expect(await refusal(archive(context, key, 1))).toBe("stateConflict");
  expect(await findPublished(app.services.db, key)).toBeUndefined();
  expect((await listOpenVersions(app.services.db, "page")).map(({ subject }) => subject)).not.toContain(key.subject);
});

test("of twenty publications at once one is done; of twenty first drafts one stands", async () => {
  const key = newKey();
  const begun = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      refusal(saveDraft<Note>(context, key, { data: { text: `draft ${at}` }, since: null })),
    ),
  );
  expect(begun.filter((code) => code === "done")).toHaveLength(1);
  expect(new Set(begun)).toEqual(new Set(["done", "stateConflict"]));
  const done = await Promise.all(
    Array.from({ length: 20 }, () => refusal(publish<Note>(context, key, { version: 1, since: 1, check: filled }))),
  );
  expect(done.filter((code) => code === "done")).toHaveLength(1);
  expect(new Set(done)).toEqual(new Set(["done", "stateConflict"]));
});

test("the database itself refuses to change what was published", async () => {
  const key = newKey();
  await published(key, "public");
  const { db } = app.services;
  const change = (set: ReturnType<typeof sql>) =>
    sql`update content_version set ${set} where kind = ${key.kind} and subject = ${key.subject}`.execute(db);
  await expect(change(sql`data = '{"text": "forged"}'`)).rejects.toThrow("never changes");
  await expect(change(sql`state = 'draft'`)).rejects.toThrow("cannot go");
  await expect(sql`delete from content_version`.execute(db)).rejects.toThrow("permission denied");
});

test("in a transaction that fails nothing is published", async () => {
  const key = newKey();
  const { edit } = await saveDraft<Note>(context, key, { data: { text: "draft" }, since: null });
  await expect(
    transact(context, async (tx) => {
      await publish<Note>({ ...context, db: tx }, key, { version: 1, since: edit, check: filled });
      throw new Error("later");
    }),
  ).rejects.toThrow("later");
  expect(await states(key)).toEqual([[1, "draft", "draft"]]);
});

test("whatever happens in whatever order: one draft, one published, and published texts stay", async () => {
  const step = fc.constantFrom("save", "publish", "archive", "discard", "restore");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const key = newKey();
      const wasPublic = new Map<number, string>();
      for (const [at, name] of steps.entries()) {
        const before = await listVersions<Note>(app.services.db, key);
        const draft = before.find(({ state }) => state === "draft");
        const since = draft?.edit ?? null;
        const call = {
          save: () => saveDraft<Note>(context, key, { data: { text: `text ${at}` }, since }),
          publish: () =>
            publish<Note>(context, key, { version: draft?.version ?? 1, since: draft?.edit ?? 1, check: filled }),
          archive: () => archive(context, key, before.find(({ state }) => state === "published")?.version ?? 1),
          discard: () => discardDraft(context, key, draft?.edit ?? 1),
          restore: () => restoreAsDraft<Note>(context, key, { version: 1, since }),
        }[name];
        expect(["done", "notFound", "stateConflict"]).toContain(await refusal(call()));
        const after = await listVersions<Note>(app.services.db, key);
        for (const state of ["draft", "published"])
          expect(after.filter((one) => one.state === state).length).toBeLessThanOrEqual(1);
        for (const [version, text] of wasPublic)
          expect(after.find((one) => one.version === version)?.data.text).toBe(text);
        for (const { version, state, data } of after) if (state === "published") wasPublic.set(version, data.text);
      }
    }),
    { numRuns: 20 },
  );
});
