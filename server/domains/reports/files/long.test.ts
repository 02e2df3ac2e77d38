/** Files of long reports: off the main thread, within limits, and refused clearly beyond them. */
import { assetsData } from "@portico/reports/assets.ts";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEvents } from "../../../kernel/events.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { tasks, tasksUrl } from "../../../workers/tasks.ts";
import { createWorkers, type Workers } from "../../../workers/workers.ts";
import { maxRows } from "./pdf.task.ts";
import type { FileOrder } from "./shown.ts";

let database: TestDatabase;
let workers: Workers<typeof tasks>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { connection } = database;
  workers = createWorkers({ tasks, tasksUrl, connection, log: pino({ level: "silent" }), events: createEvents() });
});
afterAll(async () => {
  await workers.close();
  await database.close();
});

const orderOf = (rows: number): FileOrder => ({
  id: 1,
  kind: "assets",
  language: "bg",
  data: assetsData({
    given: { firm: "Portico", timeZone: "Europe/Sofia", holder: { type: "user", name: "Anna", account: "A-1" } },
    period: { from: "2026-01-01", to: "2026-03-31" },
    currency: "EUR",
    instruments: Array.from({ length: rows }, (_, index) => ({
      name: `Société Générale Effekten GmbH Open End Turbo Call ${index}`,
      isin: `DE000SG${String(index).padStart(5, "0")}`,
      ticker: null,
      assetClass: "equity",
      currency: "USD",
      quantity: `${index + 1}.125`,
      price: { value: `${100 + index}.4321`, currency: "USD", day: "2026-03-31", source: "exchange" },
      rate: { value: "0.83333333333333333333", day: "2026-03-31", source: "ECB" },
      value: `${(index + 1) * 100}.45`,
      gaps: [],
    })),
    cash: [],
    excluded: [],
  }),
  dataHash: "ab".repeat(32),
  firm: "Portico",
  brand: null,
  timeZone: "Europe/Sofia",
  knownAt: "2026-04-01T08:00:00.000Z",
  madeAt: "2026-04-01T08:00:01.000Z",
  replaces: null,
  changes: [],
});

test("a long report is printed while another lane works, and one of more rows than are printed is refused at once", async () => {
  const printing = workers.run("reportPdf", orderOf(400), { holder: "user/1" });
  let turns = 0;
  const watch = setInterval(() => (turns += 1), 5);
  const { bytes } = await printing;
  clearInterval(watch);
  expect(Buffer.from(bytes).toString("latin1", 0, 8)).toBe("%PDF-1.7");
  // Work on this thread would leave it no turn.
  expect(turns).toBeGreaterThan(5);
  const started = process.cpuUsage();
  const refusal = await workers
    .run("reportPdf", orderOf(maxRows + 1), { holder: "user/1" })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: "tooLarge" });
  // Not by working until a limit ends it.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(20);
  // Its figures are in the other forms.
  const { bytes: csv } = await workers.run(
    "reportSheets",
    { ...orderOf(maxRows + 1), form: "csv" },
    { holder: "user/1" },
  );
  expect(new TextDecoder().decode(csv).split("\r\n").length).toBeGreaterThan(maxRows);
});
