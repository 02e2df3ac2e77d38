/** API_BASE as a path or as a separate address, and the documentation under both. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { buildPages } from "./pages.ts";

const pagesAt = "https://portal.firm.example";
const rendered: { apiBase: string; apiPort: number }[] = [];
const renderer = {
  render: async (_request: Request, options: { apiBase: string; apiPort: number }) => {
    rendered.push({ apiBase: options.apiBase, apiPort: options.apiPort });
    return new Response("page");
  },
};
const pagesOf = (app: TestApp) =>
  buildPages(app.services, { api: app.app, renderer, clientFolder: "/there-is-no-such-folder" });

describe("an address of the API's own", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ apiDocs: "open", publicUrl: pagesAt, apiBase: "https://api.firm.example/v1" });
  });
  afterAll(() => app.close());

  test("reaches the pages, which may connect to it", async () => {
    const pages = await pagesOf(app);
    const page = await pages.inject({ url: "/en/login" });
    expect(rendered.at(-1)).toEqual({ apiBase: "https://api.firm.example/v1", apiPort: 8081 });
    expect(String(page.headers["content-security-policy"])).toMatch(/connect-src 'self' https:\/\/api\.firm\.example;/);
    await pages.close();
  });

  test("answers under its path and under /api, to the portal's pages alone", async () => {
    const from = (origin: string, url: string, method: "GET" | "OPTIONS" = "GET") =>
      app.app.inject({
        method,
        url,
        headers: {
          origin,
          ...(method === "OPTIONS" && {
            "access-control-request-method": "PATCH",
            "access-control-request-headers": "authorization,content-type,x-view-as",
          }),
        },
      });
    for (const url of ["/v1/settings/brand", "/api/settings/brand", "/settings/brand"])
      expect((await from(pagesAt, url)).headers).toMatchObject({
        "access-control-allow-origin": pagesAt,
        "access-control-allow-credentials": "true",
      });
    const asked = await from(pagesAt, "/v1/user/1/name", "OPTIONS");
    expect(asked.statusCode).toBe(204);
    expect(asked.headers["access-control-allow-headers"]).toContain("authorization");
    const stranger = await from("https://evil.example", "/v1/settings/brand");
    expect(stranger.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("a path", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ apiDocs: "open", publicUrl: pagesAt, apiBase: "/portal-api" });
  });
  afterAll(() => app.close());

  test("is answered by the API and named in its documentation; nothing else is opened", async () => {
    for (const url of ["/portal-api/health", "/api/health", "/health"])
      expect((await app.app.inject({ url, headers: { origin: "https://evil.example" } })).statusCode, url).toBe(200);
    expect((await app.app.inject({ url: "/portal-apiary/health" })).statusCode).toBe(404);
    const { servers } = (await app.app.inject({ url: "/openapi.json" })).json<{ servers: unknown }>();
    expect(servers).toEqual([{ url: "/portal-api" }]);
    const pages = await pagesOf(app);
    const { headers } = await pages.inject({ url: "/en/login" });
    expect(rendered.at(-1)?.apiBase).toBe("/portal-api");
    expect(String(headers["content-security-policy"])).toContain("connect-src 'self';");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    await pages.close();
  });

  test("the documentation without its slash leads to the one with it, whose files are there", async () => {
    for (const place of ["/portal-api", "/api", ""]) {
      const asked = await app.app.inject({ url: `${place}/docs` });
      expect([asked.statusCode, asked.headers.location]).toEqual([302, "docs/"]);
      const page = await app.app.inject({ url: `${place}/docs/` });
      expect(page.statusCode).toBe(200);
      const script = /src="(\.\/[^"]+\.js)"/.exec(page.body)?.[1] ?? "";
      const file = new URL(script, `https://portal.firm.example${place}/docs/`).pathname;
      expect((await app.app.inject({ url: file })).statusCode, file).toBe(200);
    }
  });
});
