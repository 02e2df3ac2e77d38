import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEvents } from "../kernel/events.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import type { PdfOrder } from "./pdf-order.ts";
import { tasks, tasksUrl } from "./tasks.ts";
import { createWorkers, type Workers } from "./workers.ts";

let database: TestDatabase;
let workers: Workers<typeof tasks>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { connection } = database;
  const log = pino({ level: "silent" });
  workers = createWorkers({ tasks, tasksUrl, connection, log, events: createEvents() });
});
afterAll(async () => {
  await workers.close();
  await database.close();
});

const order = (markdown: string, values: Record<string, string> = {}): PdfOrder => ({
  language: "bg",
  title: "Договор",
  firm: "Портико",
  reference: "C-1",
  date: "2026-11-22T10:00:00Z",
  labels: { page: "Страница {page} от {pages}", signature: "Място за подпис" },
  template: { markdown, values },
  blocks: [{ kind: "signatures", areas: [{ id: "client", title: "За клиента", lines: [] }] }],
});
const write = (one: PdfOrder) => workers.run("writePdf", one, { holder: "user/1" });

test("a template with values is written off the main thread, twice to the same bytes", async () => {
  const [one, same] = [
    await write(order("# Договор\n\n{{name}}", { name: "Анна" })),
    await write(order("# Договор\n\n{{name}}", { name: "Анна" })),
  ];
  if ("faults" in one || "faults" in same) throw new Error("faults");
  expect(Buffer.from(one.bytes).toString("latin1", 0, 8)).toBe("%PDF-1.7");
  expect(Buffer.from(one.bytes).equals(same.bytes)).toBe(true);
  expect(one).toMatchObject({ pages: 1, signatures: [{ id: "client", page: 1 }] });
});

test.each([
  ["<b>", {}, { code: "unsupported", what: "html", line: 1 }],
  ["a\n{{name}}", {}, { code: "missingValue", placeholder: "name", line: 2 }],
  ["{{name}}", { name: "漢" }, { code: "missingGlyph", character: "漢", block: 0, line: 1, placeholder: "name" }],
])("the faults of %j arrive as data", async (markdown, values, fault) => {
  expect(await write(order(markdown, values))).toMatchObject({ faults: [fault] });
});

test("a document of a hundred thousand lines is refused within the thread's memory, and the next one is written", async () => {
  expect(await write(order("{{name}}", { name: "a\n".repeat(130_000) }))).toMatchObject({
    faults: [{ code: "tooLarge", what: "lines" }],
  });
  expect(await write(order("a"))).toMatchObject({ pages: 1 });
});
