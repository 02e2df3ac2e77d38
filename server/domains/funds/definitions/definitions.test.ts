/** Definitions: what is public, drafts and versions, what refuses a publication, and their order. */
import { ApiError } from "@portico/api/errors.ts";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { definitionContent, line, newDefinition, newDraft, newFund, texts } from "../testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Ada Admin" });
  client = await app.as("client");
});
afterAll(() => app.close());

const everybody = () => app.app.inject({ url: "/target/definitions?limit=200" });
const publicIds = async (): Promise<number[]> =>
  (await everybody()).json<{ definitions: { id: number }[] }>().definitions.map(({ id }) => id);
const faultsOf = (call: Promise<unknown>) =>
  call.then(
    () => [],
    (error: unknown) =>
      error instanceof ApiError ? error.errors.map(({ path, code }) => `${path} ${code}`) : [String(error)],
  );
const publish = (id: number, version = 1, edit = 1) =>
  admin.client.funds.publishDefinition({ params: { id }, body: { version, edit } });

describe("what everybody may read", () => {
  test("a draft is nowhere public, not even for whoever knows its number, and a published one is", async () => {
    const { id } = await newDraft(admin);
    const answers = await Promise.all(
      [`/target/definition/${id}`, `/target/definition/${id}/history`, `/target/definition/${id}/documents/1`].map(
        (url) => app.app.inject({ url }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    const missing = await app.app.inject({ url: "/target/definition/999999999" });
    expect(answers[0]?.body).toBe(missing.body);
    expect(answers[0]?.headers["cache-control"]).not.toContain("public");
    expect(await publicIds()).not.toContain(id);
    expect((await client.client.funds.listDefinitions({ query: {} })).definitions.map((one) => one.id)).not.toContain(
      id,
    );
    await publish(id);
    expect(await publicIds()).toContain(id);
    const found = await app.app.inject({ url: `/target/definition/${id}` });
    expect(found.headers["cache-control"]).toBe("public, max-age=60");
    expect(found.json()).toMatchObject({ name: texts("Balanced"), docs: null, version: 1, funds_costs: null });
  });

  test("the Markdown comes where it is asked for, and a newer draft does not show", async () => {
    const { id } = await newDefinition(admin);
    await admin.client.funds.saveDefinition({
      params: { id },
      body: { content: definitionContent({ name: texts("Secret") }), edit: null },
    });
    const { docs, name } = await client.client.funds.getDefinition({
      params: { id },
      query: { includeDocsContent: "true" },
    });
    expect(docs?.en).toContain("For the long run");
    expect(name.en).toBe("Balanced");
    expect((await client.client.funds.getDefinition({ params: { id }, query: {} })).docs).toBeNull();
  });

  test("an allocation names funds with their costs by weight", async () => {
    const [first, second] = [
      await newFund(admin, { ongoing_costs: "0.2" }),
      await newFund(admin, { ongoing_costs: "1.1" }),
    ];
    const { id } = await newDefinition(admin, { allocation: [line(first.id, "62.5"), line(second.id, "37.5")] });
    const { allocation, funds, funds_costs } = await client.client.funds.getDefinition({ params: { id }, query: {} });
    expect(allocation.map(({ label, percent }) => [label.en, percent])).toEqual([
      [first.name, "62.5"],
      [second.name, "37.5"],
    ]);
    expect(funds.map(({ isin }) => isin)).toEqual([first.isin, second.isin]);
    expect(funds_costs).toBe("0.5375");
    // So does its card in a list; one whose funds are not named says that it does not know.
    const other = await newDefinition(admin);
    const { definitions } = await client.client.funds.listDefinitions({ query: { limit: 200 } });
    const costsOf = (of: number) => definitions.find((card) => card.id === of)?.funds_costs;
    expect([costsOf(id), costsOf(other.id)]).toEqual(["0.5375", null]);
  });

  test("a content may say whether the definition is featured; one that does not leaves it so", async () => {
    const features = async (id: number) =>
      (await client.client.funds.listFeaturedDefinitions()).definitions.some((one) => one.id === id);
    const key = `featured-${Date.now()}`;
    const create = () =>
      admin.client.funds.createDefinition({ body: { content: { ...definitionContent(), featured: true }, key } });
    const { id } = await create();
    expect((await create()).id, "the same call again").toBe(id);
    await publish(id);
    expect(await features(id)).toBe(true);
    const save = async (more: { featured?: boolean }) => {
      const { versions } = await admin.client.funds.openDefinition({ params: { id } });
      const edit = versions.find(({ state }) => state === "draft")?.edit ?? null;
      return admin.client.funds.saveDefinition({
        params: { id },
        body: { content: { ...definitionContent(), ...more }, edit },
      });
    };
    expect(await save({})).toMatchObject({ featured: true });
    const saved = await save({ featured: false });
    expect(saved).toMatchObject({ featured: false });
    expect(saved.versions[0]?.content).not.toHaveProperty("featured");
    expect(await features(id)).toBe(false);
    expect(await auditOf(app, { type: "definition", id }, "definition.featured")).toHaveLength(2);
  });

  test("the list comes page by page in the order, featured ones alone where asked for", async () => {
    const ids = [await newDefinition(admin), await newDefinition(admin), await newDefinition(admin)].map(
      ({ id }) => id,
    );
    await admin.client.funds.featureDefinition({ params: { id: ids[1] ?? 0 }, body: { featured: true } });
    const all = await publicIds();
    const paged: number[] = [];
    let cursor: string | null = null;
    do {
      const page: { definitions: { id: number }[]; nextCursor: string | null } =
        await client.client.funds.listDefinitions({ query: { limit: 2, ...(cursor !== null && { cursor }) } });
      paged.push(...page.definitions.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
    expect(all.slice(-3)).toEqual(ids);
    expect((await client.client.funds.listFeaturedDefinitions()).definitions.map(({ id }) => id)).toEqual([ids[1]]);
    expect(await codeOf(client.client.funds.listDefinitions({ query: { cursor: "x" } }))).toBe("badInput");
  });
});

describe("publishing", () => {
  test("names everything that a draft lacks, each at its place, and nothing becomes public", async () => {
    const fund = await newFund(admin);
    const content = definitionContent({
      name: { ...texts("Named"), pl: " " },
      docs: { bg: "", en: "Only here", pl: "" },
      questions: [{ question: texts("Why?"), answer: { ...texts("So"), bg: "" } }],
      minimum: "5000",
      maximum: "4999.99",
      allocation: [
        line(fund.id, "60"),
        line(fund.id, "39.99"),
        line(999_999, "0"),
        line(null, "0.009", { label: { ...texts("Cash"), bg: "" } }),
      ],
    });
    const { id } = await admin.client.funds.createDefinition({ body: { content } });
    expect(await faultsOf(publish(id))).toEqual([
      "content.name.pl required",
      "content.docs.bg required",
      "content.docs.pl required",
      "content.questions.0.answer.bg required",
      "content.minimum aboveMaximum",
      "content.allocation.1.fund_id twice",
      "content.allocation.2.fund_id unknown",
      "content.allocation.2.percent tooSmall",
      "content.allocation.3.label.bg required",
      "content.allocation notHundred",
    ]);
    expect(await publicIds()).not.toContain(id);
  });

  test.each([
    [
      "a yearly fee above all there is",
      { fees: { entry: "0", yearly: "100.01", exit: "0" } },
      "content.fees.yearly overHundred",
    ],
    ["a fee below nothing", { fees: { entry: "-1", yearly: "0", exit: "0" } }, "content.fees.entry tooSmall"],
    ["a currency that nobody has", { currency: "XXY" }, "content.currency"],
    ["a risk off the scale", { risk: 8 }, "content.risk tooBig"],
  ])("%s is refused when it is typed", async (_, more, fault) => {
    const faults = await faultsOf(newDraft(admin, more as object));
    expect(faults.join()).toContain(fault);
  });

  const columns = (count: number) => `|${"a|".repeat(count)}\n|${"-|".repeat(count)}\n|${"b|".repeat(count)}`;
  test.each([
    ["an HTML tag", "# Costs\n\nNone, <b>really</b>.", 3],
    ["a picture", "Before\n\nand\n\n![chart](https://example.org/chart.png)", 5],
    ["a table of sixty columns", `# Table\n\n${columns(60)}`, 3],
    ["what nobody fills in", "Dear {{client.name}},", 1],
  ])("refuses %s in the text, at its line, and nothing becomes public", async (_, text, at) => {
    const docs = { ...texts("# What it is for"), bg: text };
    const { id } = await newDraft(admin, definitionContent({ docs }));
    await expect(publish(id)).rejects.toMatchObject({
      code: "badInput",
      errors: [{ path: "content.docs.bg", code: "notShown", line: at }],
    });
    expect(await publicIds()).not.toContain(id);
  });

  test("refuses tags and pictures in questions and other plain texts, and takes signs that only look like them", async () => {
    const answer = {
      ...texts("If a < b and 5 > 3:\n- any day\n    at 10:00"),
      pl: "Tak.\n\n<script>alert(1)</script>",
    };
    const content = definitionContent({
      summary: { ...texts("Short"), en: "![logo](x.png)" },
      questions: [{ question: texts("Can I <leave>?"), answer }],
    });
    const { id } = await newDraft(admin, content);
    const faults = await publish(id).catch((error: ApiError) => error.errors);
    expect(faults).toEqual([
      { path: "content.summary.en", code: "notShown", line: 1 },
      ...["bg", "en", "pl"].map((language) => ({
        path: `content.questions.0.question.${language}`,
        code: "notShown",
        line: 1,
      })),
      { path: "content.questions.0.answer.pl", code: "notShown", line: 3 },
    ]);
  });

  test("shares are added exactly: ten times 10 percent and a thousandth too little", async () => {
    const shares = (last: string) =>
      [...Array.from({ length: 9 }, () => "10"), last].map((percent, place) =>
        line(null, percent, { label: texts(`Part ${place}`) }),
      );
    const good = await newDraft(admin, { allocation: shares("10.000") });
    expect((await publish(good.id)).state).toBe("published");
    const bad = await newDraft(admin, { allocation: shares("9.999") });
    expect(await faultsOf(publish(bad.id))).toEqual(["content.allocation notHundred"]);
  });

  test("the second of two editors is told, and of twenty publications at once one is done", async () => {
    const { id } = await newDraft(admin);
    const save = (edit: number, name: string) =>
      codeOf(
        admin.client.funds.saveDefinition({
          params: { id },
          body: { content: definitionContent({ name: texts(name) }), edit },
        }),
      );
    expect(await save(1, "First")).toBe("done");
    expect(await save(1, "Second")).toBe("stateConflict");
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(publish(id, 1, 2))));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["done", "stateConflict"]));
    expect((await client.client.funds.getDefinition({ params: { id }, query: {} })).name.en).toBe("First");
  });
});

test("an older version is restored as a draft, and what is published stays until that is published", async () => {
  const { id } = await newDefinition(admin, { name: texts("One") });
  await admin.client.funds.saveDefinition({
    params: { id },
    body: { content: definitionContent({ name: texts("Two") }), edit: null },
  });
  await publish(id, 2);
  const restored = await admin.client.funds.restoreDefinition({ params: { id }, body: { version: 1, edit: null } });
  expect(restored).toMatchObject({ published: 2, draft: 3 });
  expect(restored.versions.map(({ version, state, content }) => [version, state, content.name.en])).toEqual([
    [3, "draft", "One"],
    [2, "published", "Two"],
    [1, "superseded", "One"],
  ]);
  expect(restored.versions[0]?.restored_from).toBe(1);
  expect((await client.client.funds.getDefinition({ params: { id }, query: {} })).name.en).toBe("Two");
  await admin.client.funds.discardDefinitionDraft({ params: { id }, body: { edit: 1 } });
  expect((await admin.client.funds.openDefinition({ params: { id } })).draft).toBeNull();
});

test("an archived definition leaves the offer, and comes back by a new publication alone", async () => {
  const { id } = await newDefinition(admin);
  const archive = () => admin.client.funds.archiveDefinition({ params: { id }, body: { version: 1 } });
  expect((await archive()).state).toBe("archived");
  expect(await codeOf(archive())).toBe("stateConflict");
  expect(await publicIds()).not.toContain(id);
  expect(await codeOf(admin.client.funds.removeDefinition({ params: { id } }))).toBe("stateConflict");
  await admin.client.funds.restoreDefinition({ params: { id }, body: { version: 1, edit: null } });
  expect(await publicIds()).not.toContain(id);
  expect((await publish(id, 2)).state).toBe("published");
});

test("only what was never public is deleted, and the audit log keeps its name", async () => {
  const { id } = await newDraft(admin, { name: texts("Mistake") });
  await admin.client.funds.removeDefinition({ params: { id } });
  expect(await codeOf(admin.client.funds.openDefinition({ params: { id } }))).toBe("notFound");
  expect((await auditOf(app, { type: "definition", id })).map(({ action, before }) => [action, before])).toEqual([
    ["definition.created", null],
    ["definition.removed", { name: texts("Mistake") }],
  ]);
});

test("sent twice with one key it is one definition; the same key with another content is refused", async () => {
  const key = "a-key-of-the-page";
  const create = (name: string) =>
    admin.client.funds.createDefinition({ body: { key, content: definitionContent({ name: texts(name) }) } });
  const made = await Promise.all([create("Same"), create("Same"), create("Same")]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await codeOf(create("Other"))).toBe("keyReused");
});

describe("the order", () => {
  const read = () => admin.client.funds.listDefinitionIds();
  const order = (ids: number[], orderVersion: number, who = admin) =>
    who.client.funds.orderDefinitions({ body: { ids, orderVersion } });

  test("is what the last list says, for everybody", async () => {
    const { ids, orderVersion } = await read();
    const turned = ids.toReversed();
    await order(turned, orderVersion);
    expect((await read()).ids).toEqual(turned);
    const shown = await publicIds();
    expect(shown).toEqual(turned.filter((id) => shown.includes(id)));
  });

  test("refuses a list that lacks, doubles or invents one, at its place, and changes nothing", async () => {
    const { ids, orderVersion } = await read();
    const [first = 0, second = 0, ...rest] = ids;
    expect(await faultsOf(order([second, ...rest], orderVersion))).toEqual(["ids required"]);
    expect(await faultsOf(order([first, first, ...rest], orderVersion))).toEqual(["ids.1 twice", "ids required"]);
    expect(await faultsOf(order([first, second, ...rest, 987_654], orderVersion))).toEqual([
      `ids.${ids.length} unknown`,
    ]);
    expect(await read()).toEqual({ ids, orderVersion });
  });

  test("made from an older one is refused; so is one from before a definition was added or removed", async () => {
    const { ids, orderVersion } = await read();
    await order(ids, orderVersion);
    expect(await codeOf(order(ids, orderVersion))).toBe("stateConflict");
    const before = await read();
    const { id } = await newDraft(admin);
    expect(await codeOf(order([...before.ids, id], before.orderVersion))).toBe("stateConflict");
    const between = await read();
    await admin.client.funds.removeDefinition({ params: { id } });
    expect(await codeOf(order(between.ids, between.orderVersion))).toBe("stateConflict");
  });

  test("of fifty at once one stands, the others are told, and one change is recorded", async () => {
    const { ids, orderVersion } = await read();
    const lists = Array.from({ length: 50 }, (_, turn) => [
      ...ids.slice(turn % ids.length),
      ...ids.slice(0, turn % ids.length),
    ]);
    const recorded = async () => (await auditOf(app, { type: "definition", id: "all" })).length;
    const before = await recorded();
    const codes = await Promise.all(lists.map((list) => codeOf(order(list, orderVersion))));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "stateConflict")).toHaveLength(49);
    expect((await read()).ids).toEqual(lists[codes.indexOf("done")]);
    expect(await recorded()).toBe(before + 1);
  });
});

test("ten thousand definitions do not slow the list: a page reads its own rows by an index", async () => {
  const { db } = app.database;
  await sql`
    insert into target_definition (place, state, published_version, first_published_at, card, created_by)
    select 1000000 + place, 'published', 1, now(), card, created_by
    from generate_series(1, 10000) as place,
      (select card, created_by from target_definition where state = 'published' limit 1) as one`.execute(db);
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query("analyze target_definition");
  await owner.end();
  const { rows } = await sql<{ "QUERY PLAN": { Plan: object }[] }>`
    explain (analyze, format json) select * from target_definition
    where state = 'published' and (place, id) > (1000050, 0) order by place, id limit 51`.execute(db);
  const plan = JSON.stringify(rows[0]?.["QUERY PLAN"]);
  expect(plan).toContain("target_definition_public");
  expect(plan).not.toContain('"Sort"');
  const { definitions, nextCursor } = await client.client.funds.listDefinitions({ query: {} });
  expect(definitions).toHaveLength(50);
  expect(nextCursor).not.toBeNull();
  await sql`delete from target_definition where place > 1000000`.execute(db);
});
