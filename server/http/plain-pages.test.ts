/** Pages that are the same for everyone: cacheable, revalidated, without cookies, rendered once. */
import { brotliDecompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { buildPages } from "./pages.ts";

let app: TestApp;
let pages: FastifyInstance;
let stamp = "first";
let rendered: string[] = [];
let text = "fees";
beforeAll(async () => {
  app = await createTestApp();
  const renderer = {
    render: async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      rendered.push(pathname + search);
      const isPlain = pathname.startsWith("/en/learn-more/");
      const isThere = !pathname.endsWith("/draft");
      return new Response(isThere ? `<p>${text}` : "not there", {
        status: isThere ? 200 : 404,
        headers: { "set-cookie": "i18n_redirected=en", ...(isPlain && { "x-plain-page": "'sha256-x'" }) },
      });
    },
  };
  const plainStamp = async () => stamp;
  pages = await buildPages(app.services, { api: app.app, renderer, clientFolder: "/no-such-folder", plainStamp });
});
afterAll(async () => {
  await pages.close();
  await app.close();
});

const get = (url: string, headers: Record<string, string> = {}) => {
  rendered = [];
  return pages.inject({ url, headers });
};

test("it is public, without cookie and nonce, and rendered once until something changes", async () => {
  const { headers, body } = await get("/en/learn-more/fees", { cookie: "i18n_redirected=bg" });
  expect(headers).toMatchObject({ "cache-control": "public, max-age=0, must-revalidate", vary: "accept-encoding" });
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["x-plain-page"]).toBeUndefined();
  expect(headers["content-security-policy"]).toContain("script-src 'sha256-x';");
  expect(String(headers["content-security-policy"])).not.toContain("nonce");
  expect(body).toBe("<p>fees");
  await get("/en/learn-more/fees");
  const again = await get("/en/learn-more/fees");
  expect([again.body, again.headers["etag"], rendered]).toEqual([body, headers["etag"], []]);

  stamp = "second";
  text = "new fees";
  const changed = await get("/en/learn-more/fees");
  expect([changed.body, rendered]).toEqual(["<p>new fees", ["/en/learn-more/fees"]]);
  expect(changed.headers["etag"]).not.toBe(headers["etag"]);
});

test.each(["br", "gzip", "identity"])("whoever has it is told so, whichever encoding: %s", async (encoding) => {
  const first = await get("/en/learn-more/fees", { "accept-encoding": encoding });
  if (encoding === "br") expect(brotliDecompressSync(first.rawPayload).toString()).toBe("<p>new fees");
  const etag = String(first.headers["etag"]);
  for (const known of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
    const answer = await get("/en/learn-more/fees", { "if-none-match": known, "accept-encoding": encoding });
    expect([answer.statusCode, answer.body, answer.headers["etag"]]).toEqual([304, "", etag]);
  }
  expect((await get("/en/learn-more/fees", { "if-none-match": '"other"' })).statusCode).toBe(200);
});

test("what is not published is kept nowhere, and neither are addresses with a query", async () => {
  for (const url of ["/en/learn-more/draft", "/en/learn-more/fees?a=1"]) {
    const { headers, statusCode } = await get(url);
    expect(rendered).toEqual([url]);
    if (statusCode === 404) expect(headers).toMatchObject({ "cache-control": "no-cache" });
    if (statusCode === 404) expect(headers["etag"]).toBeUndefined();
    await get(url);
    expect(rendered).toEqual([url]);
  }
});

test("other pages keep their nonce and cookie", async () => {
  const { headers } = await get("/en/login");
  expect(headers["content-security-policy"]).toContain("'nonce-");
  expect(headers["set-cookie"]).toBe("i18n_redirected=en");
  expect(headers["etag"]).toBeUndefined();
});

test("crawlers find the public pages in every language, and nothing unpublished", async () => {
  const robots = await get("/robots.txt");
  expect(robots.body).toContain(`Sitemap: ${new URL(app.services.config.publicUrl).origin}/sitemap.xml`);
  const sitemap = await get("/sitemap.xml");
  expect(sitemap.headers["content-type"]).toContain("application/xml");
  const pages = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  expect(pages).toEqual(
    ["/login", "/register", "/verify-contract", "/learn-more/target"].flatMap((path) =>
      ["bg", "en", "pl"].map((of) => `/${of}${path}`),
    ),
  );
  for (const [entry] of sitemap.body.matchAll(/<url>.*?<\/url>/gs))
    expect([...entry.matchAll(/hreflang="(.*?)"/g)].map(([, tag]) => tag)).toEqual(["bg", "en", "pl", "x-default"]);
});
