/** docs/api.md: its examples run as they stand against a real server, and its document of calls makes a typed client. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { api } from "@portico/api";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { machineScopeOf } from "@portico/api/machine-scopes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Document } from "../../http/machine-document.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { pdfOf } from "../files/testing/samples.ts";
import { pdfOfSize } from "../uploads/testing/large-pdf.ts";
import { arrangeKey } from "./testing/arranged.ts";

const run = promisify(execFile);
const text = await readFile(join(import.meta.dirname, "../../../docs/api.md"), "utf8");
/** The examples of a chapter in one language: what stands between lines of three backquotes. */
function examplesOf(chapter: number, language: "sh" | "ts"): string[] {
  const part = text.split("\n## ").find((one) => one.startsWith(`${chapter}. `)) ?? "";
  return part
    .split("\n```")
    .filter((code) => code.startsWith(`${language}\n`))
    .map((code) => code.slice(language.length + 1));
}

let app: TestApp;
let admin: TestUser;
let clients: TestUser[];
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  // More than a page of 50.
  clients = [];
  for (let count = 0; count < 60; count++) clients.push(await app.as("client", { clientNumber: `N${count}` }));
  const row = text.split("\n").find((line) => line.startsWith("| rights (scopes)")) ?? "";
  const scopes = row.match(/[a-zA-Z]+:(?:read|write)/g) ?? [];
  const { token } = await arrangeKey(app.database.db, { userId: admin.id, scopes, level: "office" });
  folder = await mkdtemp(join(tmpdir(), "portico-api-document-"));
  await writeFile(join(folder, "statement.pdf"), await pdfOf());
  const PORTICO = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const types = await app.as("office").then(({ client }) => client.documents.listTypes());
  env = {
    PATH: process.env["PATH"] ?? "",
    PORTICO,
    KEY: token,
    CLIENT: String(clients[0]?.id),
    TYPE: types[0]?.id ?? "",
  };
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const shell = async (code: string): Promise<string> =>
  (await run("bash", ["-euo", "pipefail", "-c", code], { cwd: folder, env })).stdout;
async function node(code: string): Promise<string> {
  const file = join(folder, "example.mts");
  await writeFile(file, code);
  return (await run(process.execPath, [file], { cwd: folder, env })).stdout;
}

test("the examples of chapter 2 list the clients", async () => {
  const [list = ""] = examplesOf(2, "sh");
  const { users, nextCursor } = JSON.parse(await shell(list)) as { users: { id: number }[]; nextCursor: string };
  expect([users.length, typeof nextCursor]).toEqual([50, "string"]);
  const [all = ""] = examplesOf(2, "ts");
  const lines = (await node(all)).trim().split("\n");
  expect(lines.toSorted()).toEqual(clients.map(({ id, name }) => `${id} ${name}`).toSorted());
});

test("the examples of chapter 3 publish a document, which its client sees", async () => {
  const [publish = ""] = examplesOf(3, "sh");
  const client = clients[0] as TestUser;
  const titles = async () => {
    const { documents } = await client.client.documents.list({
      params: { holderType: "user", holderId: client.id, type: "all" },
      query: {},
    });
    return documents.map(({ title, by_admin }) => [title, by_admin]);
  };
  expect(JSON.parse(await shell(publish))).toMatchObject({ documents: [{ title: "Statement", already: false }] });
  expect(await titles()).toEqual([["Statement", true]]);
  expect(JSON.parse(await shell(publish)), "sent again").toMatchObject({ documents: [{ already: true }] });
  expect(await titles()).toHaveLength(1);
  await writeFile(join(folder, "statement.pdf"), pdfOfSize(6 * 1024 * 1024, 1));
  const [inFragments = ""] = examplesOf(3, "ts");
  expect((await node(inFragments)).trim()).toMatch(/^\d+ false$/);
  expect(await titles()).toContainEqual(["Large statement", true]);
});

test("the document of calls has every call that a key may make with its scope, and no other of staff", async () => {
  const [fetched = ""] = examplesOf(4, "sh");
  await shell(fetched);
  const document = JSON.parse(await readFile(join(folder, "openapi.json"), "utf8")) as Document;
  // What generators of clients refuse: a reference to a schema that is not there, or a call of the same name twice.
  const references = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? [];
  expect([...new Set(references)]).toEqual(['"$ref":"#/components/schemas/Problem"']);
  const operations = Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const scoped = new Map(operations.map(({ operationId, security }) => [operationId, security?.[0] ?? null]));
  const expected = Object.entries(api).flatMap(([domain, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, endpoint]) => {
      const scope = machineScopeOf(domain, endpoint);
      return scope ? [[`${domain}.${name}`, { key: [scope] }] as const] : [];
    }),
  );
  expect(new Map([...scoped].filter(([, scope]) => scope !== null))).toEqual(new Map(expected));
  for (const { operationId, responses } of operations)
    expect(
      Object.values(responses ?? {}).every((one) => "content" in (one as object)),
      operationId,
    ).toBe(true);
  // Somebody without a key is refused; a session gets the document of all calls.
  expect((await app.app.inject({ url: "/openapi.json" })).statusCode).toBe(401);
  const { token } = await app.as("office");
  const all = await app.app.inject({ url: "/openapi.json", headers: { authorization: `Bearer ${token}` } });
  expect(all.json<Document>().paths).toHaveProperty("/user/login");
});

test("the document of calls makes a client whose calls are checked, and that calls", async () => {
  const [fetched = "", checked = ""] = [examplesOf(4, "sh")[0], examplesOf(4, "ts")[0]];
  await shell(fetched);
  const server = join(import.meta.dirname, "../..");
  await symlink(join(server, "../node_modules"), join(folder, "node_modules"));
  const tool = (path: string, ...options: string[]) =>
    run(process.execPath, [join(server, "node_modules", path), ...options], { cwd: folder, env });
  await tool("openapi-typescript/bin/cli.js", "openapi.json", "--output", "portico.d.ts");
  const compile = async (code: string): Promise<string> => {
    await writeFile(join(folder, "client.mts"), code);
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2024", "--module", "nodenext"];
    return tool("typescript/bin/tsc", ...options, "--types", "node", "client.mts").then(
      ({ stdout }) => stdout,
      (failed: { stdout: string }) => failed.stdout,
    );
  };
  expect(await compile(checked)).toBe("");
  expect(await compile(checked.replace('"/user"', '"/users"'))).toContain("client.mts(");
  expect(await compile(checked.replace("{ id, name }", "{ id, nickname }"))).toContain("nickname");
  expect((await node(checked)).split("\n")[0]).toMatch(/^\d+ User \d+$/);
}, 240_000);
