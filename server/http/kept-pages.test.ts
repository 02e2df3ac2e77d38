/** Documents that are the same for everyone: rendered once, sent with each reader's own nonce and cookie. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import type { PageRenderer } from "./page-rendering.ts";
import { buildPages } from "./pages.ts";

let app: TestApp;
let pages: FastifyInstance;
let stamp: string | Error = "first";
let rendered: string[] = [];
let text = "fees";
let fails = false;
beforeAll(async () => {
  app = await createTestApp();
  const renderer: PageRenderer = {
    async render(request, { nonce, apiFetch }) {
      const { pathname, search } = new URL(request.url);
      rendered.push(pathname + search);
      const isPlain = pathname.startsWith("/en/learn-more/");
      const isThere = pathname === "/en/login" || (isPlain && !pathname.endsWith("/draft"));

      if (fails) await apiFetch({ method: "GET", path: "/user/1/state", repeatable: true }).catch(() => undefined);
      return new Response(isThere ? `<p nonce="${nonce}">${text}` : `<p nonce="${nonce}">${pathname} is not there`, {
        status: isThere ? 200 : 404,
        headers: {
          "content-type": "text/html; charset=utf-8",
          "set-cookie": "i18n_redirected=en; Path=/",
          ...(isPlain && { "x-plain-page": "'sha256-x'" }),
        },
      });
    },
    keptAddress: ({ pathname, search }) =>
      search !== "" ? null : /^\/en\/(?:login|learn-more\/.*)$/.test(pathname) ? pathname : "/en/*",
  };
  pages = await buildPages(app.services, {
    api: app.app,
    renderer,
    clientFolder: "/no-such-folder",
    stamp: async () => {
      if (stamp instanceof Error) throw stamp;
      return stamp;
    },
  });
});
afterAll(async () => {
  await pages.close();
  await app.close();
});
/** Each test begins with nothing kept. */
let stamps = 0;
beforeEach(() => {
  stamp = `of test ${++stamps}`;
  text = "fees";
  fails = false;
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
  expect(body).toMatch(/<p nonce="\w+">fees$/);
  await get("/en/learn-more/fees");
  const again = await get("/en/learn-more/fees");
  expect([again.body, again.headers["etag"], rendered]).toEqual([body, headers["etag"], []]);

  stamp = "second";
  text = "new fees";
  const changed = await get("/en/learn-more/fees");
  expect(changed.body).toContain("new fees");
  expect(rendered).toEqual(["/en/learn-more/fees"]);
  expect(changed.headers["etag"]).not.toBe(headers["etag"]);
});

test.each(["br", "gzip", "identity"])("whoever has it is told so, whichever encoding: %s", async (encoding) => {
  const first = await get("/en/learn-more/fees", { "accept-encoding": encoding });
  if (encoding === "br") expect(brotliDecompressSync(first.rawPayload).toString()).toContain("fees");
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

test.each(["br", "gzip", "identity"])(
  "a page of the application is rendered once, and each answer has its own nonce: %s",
  async (encoding) => {
    const nonces = new Set<string>();
    let renderings = 0;
    for (let count = 0; count < 5; count += 1) {
      const { headers, rawPayload } = await get("/en/login", { "accept-encoding": encoding });
      renderings += rendered.length;
      const html = String(
        encoding === "br"
          ? brotliDecompressSync(rawPayload)
          : encoding === "gzip"
            ? gunzipSync(rawPayload)
            : rawPayload,
      );
      const [, nonce = "none"] = /nonce="([\w-]+)"/.exec(html) ?? [];
      nonces.add(nonce);
      expect(headers["content-security-policy"]).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(headers).toMatchObject({ "cache-control": "no-cache", vary: "accept-encoding" });
      expect(headers["etag"]).toBeUndefined();
    }
    expect([nonces.size, renderings]).toEqual([5, 1]);
  },
);

test("only a browser without the cookie gets it, and a kept page has nothing of who asked first", async () => {
  const cookieOf = async (cookie?: string) =>
    (await get("/en/login", cookie === undefined ? {} : { cookie })).headers["set-cookie"];
  expect(await cookieOf("a=b; i18n_redirected=en")).toBeUndefined();
  expect(await cookieOf()).toBe("i18n_redirected=en; Path=/");
  expect(await cookieOf("i18n_redirected=bg")).toBe("i18n_redirected=en; Path=/");
});

test("one document says of every path that it is no page", async () => {
  const first = await get("/en/wp-login.php");
  expect([first.statusCode, first.body.endsWith("/en/wp-login.php is not there"), rendered.length]).toEqual([
    404,
    true,
    1,
  ]);
  const next = await get("/en/other/path");
  expect([next.statusCode, next.body.endsWith("/en/other/path is not there"), rendered.length]).toEqual([404, true, 0]);
  // The path is that of the address as browsers read it, not what stands in the request.
  expect((await get("/en/<script>/../a")).body).toMatch(/\/en\/a is not there$/);
});

test("a page with a call that failed is sent to whoever asked, and kept for nobody", async () => {
  fails = true;
  for (const url of ["/en/login", "/en/learn-more/fees"]) {
    expect((await get(url)).statusCode).toBe(200);
    expect(rendered).toHaveLength(1);
    await get(url);
    expect(rendered).toHaveLength(1);
    fails = false;
    await get(url);
    await get(url);
    expect(rendered).toHaveLength(0);
    fails = true;
    stamp = `${stamp} again`;
  }
});

test("many who ask at once cause one rendering; one whose calls fail fails for itself", async () => {
  rendered = [];
  const answers = await Promise.all(Array.from({ length: 20 }, () => pages.inject({ url: "/en/learn-more/fees" })));
  expect([rendered.length, new Set(answers.map(({ body }) => body)).size]).toEqual([1, 1]);
  stamp = `${stamp} again`;
  fails = true;
  rendered = [];
  await Promise.all(Array.from({ length: 3 }, () => pages.inject({ url: "/en/learn-more/fees" })));
  expect(rendered).toHaveLength(3);
});

test("without the database pages are rendered, and kept ones are not sent as if nothing had changed", async () => {
  await get("/en/login");
  stamp = new Error("away");
  expect((await get("/en/login")).statusCode).toBe(200);
  expect(rendered).toHaveLength(1);
});

test("after a minute the next reader still gets the document at once, and those after it a new one", async () => {
  await get("/en/learn-more/fees");
  text = "later fees";
  const real = performance.now.bind(performance);
  let passed = 61_000;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, "now").mockImplementation(() => real() + passed);
  expect((await get("/en/learn-more/fees")).body).not.toContain("later");
  await vi.waitFor(() => expect(rendered).toHaveLength(1));
  expect((await get("/en/learn-more/fees")).body).toContain("later");
  expect(rendered).toHaveLength(0);
  text = "much later fees";
  passed += 601_000;
  expect((await get("/en/learn-more/fees")).body).toContain("much later");
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
