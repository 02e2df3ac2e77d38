/** Commands of the operator with wrong arguments or settings: a sentence and a code, before anything is made or opened. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/folder.ts";

async function run(settings: Record<string, string>, name: string, ...words: string[]) {
  const dataDir = join(await temporaryFolder(), "none");
  const env = { ...process.env, DATA_DIR: dataDir, ...settings };
  const command = ["--no-warnings", join(import.meta.dirname, `${name}.ts`), ...words];
  const said = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, text: stdout + stderr }),
    );
  });
  expect(said.text).not.toMatch(/^\s+at /m);
  expect(existsSync(dataDir)).toBe(false);
  return said;
}

test.each([
  ["create-admin", [], /^The e-mail is missing\.\nUsage: npm run create-admin -- e-mail "Full name"/],
  ["create-admin", ["maria"], /^“maria” is not an e-mail\.\nUsage/],
  ["create-admin", ["m@firm.example", "Maria", "Petrova"], /^“Petrova” is not understood\.\nUsage/],
  ["restore", [], /^The file is missing\.\nUsage: npm run restore -- file/],
  ["verify-audit", ["--anker", "x"], /^Unknown option '--anker'.*\nUsage: npm run audit:verify/],
  ["migrate", ["now"], /^“now” is not understood\.\nUsage: npm run migrate\n$/],
])(
  "%s %j is refused with its usage",
  async (name, words, text) => {
    const nowhere = { DATABASE_URL: "postgres://x@127.0.0.1:1/x" };
    expect(await run(nowhere, name, ...words)).toEqual({ code: 2, text: expect.stringMatching(text) });
  },
  60_000,
);

test.each([
  ["verify-ledger", [], {}, 1, /^There is no database in .*none\. Set DATA_DIR, or DATABASE_URL\.$/m],
  ["backup", [], {}, 1, /^There is no database in .*none\./],
  ["verify-audit", ["--anchors", "/nowhere"], {}, 1, /^\/nowhere cannot be read/],
  ["restore", ["/nowhere"], {}, 1, /^\/nowhere cannot be read/],
  ["migrate", [], { DATABASE_URL: "mysql://x" }, 78, /DATABASE_URL/],
  [
    "migrate",
    [],
    { DATABASE_URL: "postgres://x@127.0.0.1:1/x" },
    1,
    /cannot be reached: .*ECONNREFUSED.* Look at DATABASE_URL/,
  ],
] as const)(
  "%s %j with %j says what is wrong",
  async (name, words, settings, code, text) => {
    expect(await run(settings, name, ...words)).toEqual({ code, text: expect.stringMatching(text) });
  },
  60_000,
);
