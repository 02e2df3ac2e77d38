/** What the operator is told about a SharePoint that does not work. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { newKey } from "../../seal/testing/keys.ts";
import { checkSharepoint } from "./check-sharepoint.ts";
import { testCredential } from "./testing/credential.ts";
import { startGraph } from "./testing/graph-server.ts";

async function openGraph({ withCertificate = false } = {}) {
  const graph = await startGraph(withCertificate ? await testCredential() : undefined);
  onTestFinished(() => graph.close());
  return {
    graph,
    check: (wrong: object = {}, patienceMs = 50_000) =>
      checkSharepoint({ ...graph.settings, ...wrong }, { pause: () => Promise.resolve(), patienceMs }),
  };
}

test("a SharePoint that works is found so, with a secret and with a certificate, and left as it was", async () => {
  for (const withCertificate of [false, true]) {
    const { graph, check } = await openGraph({ withCertificate });
    expect(await check()).toBeNull();
    expect([graph.files(), graph.sessions.size, graph.violations]).toEqual([{}, 0, []]);
    expect(await check({ library: "Clients of the firm" })).toBeNull();
  }
});

test("wrong settings are told apart", async () => {
  const { graph, check } = await openGraph();
  for (const [wrong, message] of [
    [{ tenant: "other.example" }, "Microsoft does not know the tenant in SHAREPOINT_TENANT"],
    [{ clientId: "other" }, "the tenant has no application with the ID in SHAREPOINT_CLIENT_ID"],
    [{ credential: { secret: "other" } }, "the secret in SHAREPOINT_SECRET is wrong"],
    [
      { site: "https://firm.example/sites/other" },
      "there is no site https://firm.example/sites/other (SHAREPOINT_SITE)",
    ],
    [{ library: "Other" }, "the site has no library Other (SHAREPOINT_LIBRARY)"],
    [{ folder: ["Clients", "Other"] }, "the library has no folder Clients/Other (SHAREPOINT_FOLDER)"],
  ] as const)
    expect(await check(wrong)).toMatch(message);
  expect(graph.files()).toEqual({});
  await graph.close();
  expect(await check()).toBe("Microsoft cannot be reached (ECONNREFUSED)");
});

test("a certificate that is another's, missing, of the wrong kind or beside the wrong key is named", async () => {
  const { graph, check } = await openGraph({ withCertificate: true });
  const own = graph.settings.credential as { certificate: string; key: string };
  const other = (await testCredential()).files;
  const elliptic = (await testCredential(newKey("ec"))).files;
  const noPem = join(own.key, "../none.pem");
  for (const [credential, message] of [
    [other, "the certificate in SHAREPOINT_CERTIFICATE is not registered with the application"],
    [{ ...own, key: other.key }, "SHAREPOINT_KEY does not belong to SHAREPOINT_CERTIFICATE"],
    [elliptic, "SHAREPOINT_KEY is not an RSA key"],
    [{ ...own, certificate: noPem }, "the file of SHAREPOINT_CERTIFICATE cannot be read (ENOENT)"],
  ] as const)
    expect(await check({ credential })).toContain(message);
  await writeFile(noPem, "no key");
  expect(await check({ credential: { ...own, key: noPem } })).toMatch(
    /cannot be used \(the file of SHAREPOINT_KEY is not what/,
  );
});

test("a wrong clock and missing permissions are named", async () => {
  const { graph, check } = await openGraph({ withCertificate: true });
  graph.aheadMs = 30 * 60_000;
  expect(await check()).toMatch(/^the clock of the portal’s server is 30 minutes behind Microsoft’s/);
  graph.aheadMs = -20 * 60_000;
  expect(await check()).toMatch(/20 minutes ahead of Microsoft’s/);
  graph.aheadMs = 0;
  graph.role = "none";
  expect(await check()).toMatch(/^the application lacks the permission Sites.Selected on https:/);
  graph.role = "read";
  expect(await check()).toMatch(/^the application lacks the permission to write \(role "write"/);
  graph.role = "write";
  graph.room = 1000;
  expect(await check()).toBe("the site has no room left");
});

test("a server that never ends an answer, or sends without end, holds the check up for no longer than its patience", async () => {
  const { graph, check } = await openGraph();
  for (const answer of [
    (response: ServerResponse) => void response.writeHead(200).write('{"id":'),
    (response: ServerResponse) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    },
    () => undefined,
  ]) {
    graph.disturb = (_request, response) => {
      answer(response);
      return true;
    };
    const began = performance.now();
    expect(await check({}, 1500)).toBe("SharePoint does not answer in full within 2 seconds");
    expect(performance.now() - began).toBeLessThan(3000);
  }
  graph.disturb = (request, response) => {
    if (request.method !== "GET" || !request.url?.includes("/bytes/")) return false;
    response.writeHead(200);
    const timer = setInterval(() => response.write(Buffer.alloc(1024 * 1024)), 1);
    response.on("close", () => clearInterval(timer));
    return true;
  };
  expect(await check({}, 10_000)).toMatch(/other bytes than were stored|does not answer in full/);
});

test("the command prints what is wrong, and ends with an exit code", async () => {
  const { graph } = await openGraph();
  const run = (more: Record<string, string>) =>
    promisify(execFile)(
      process.execPath,
      ["--no-warnings", join(import.meta.dirname, "../../commands/check-sharepoint.ts")],
      { env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...more } },
    ).catch((error: { code: number; stderr: string }) => error);
  expect(await run({})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("SHAREPOINT_SITE is not set") as string,
  });
  const settings = {
    SHAREPOINT_SITE: graph.settings.site,
    SHAREPOINT_TENANT: graph.settings.tenant,
    SHAREPOINT_CLIENT_ID: graph.settings.clientId,
    SHAREPOINT_SECRET: "secret of the test",
    SHAREPOINT_GRAPH_URL: graph.settings.graphUrl,
    SHAREPOINT_LOGIN_URL: graph.settings.loginUrl,
  };
  expect(await run(settings)).toMatchObject({
    stdout: expect.stringContaining("everything that the portal needs") as string,
  });
  expect(await run({ ...settings, SHAREPOINT_FOLDER: "Other" })).toMatchObject({
    code: 1,
    stderr: "SharePoint cannot be used: the library has no folder Other (SHAREPOINT_FOLDER).\n",
  });
  expect(await run({ ...settings, SHAREPOINT_SECRET: "" })).toMatchObject({ code: 78 });
});
