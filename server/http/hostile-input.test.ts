/** Texts, bodies and addresses that no page sends: answered with a code of the closed list, never with a 500. */
import { errorStatus } from "@portico/api/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../domains/sessions/passwords/passwords.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let client: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  client = await app.as("client", { clientNumber: "H1" });
  admin = await app.as("admin");
  const passwordHash = await hashPassword("a harbour at first light");
  await app.database.db.updateTable("app_user").set({ password_hash: passwordHash }).execute();
});
afterAll(() => app.close());

/** NUL, lone surrogates, line breaks as in headers, direction marks, a very long text. */
const hostile = [
  "a\u0000b",
  "half \uD800 a",
  "half \uDC00 b",
  "a\r\nBcc: b@c.example",
  "\u202Egnp.exe",
  "x".repeat(300_000),
];

interface Call {
  name: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: (text: string) => string;
  body?: (text: string) => unknown;
  as?: "client" | "admin";
}
const registration = {
  name: "Ana",
  email: "ana@hostile.example",
  phone: "+359888123456",
  password: "quiet-harbour-at-dawn",
};
const at = (path: string) => () => path.replace(":client", String(client.id)).replace(":admin", String(admin.id));
const inPath = (path: string) => (text: string) => path + encodeURIComponent(text.toWellFormed()).slice(0, 2000);
const calls: Call[] = [
  { name: "register name", method: "POST", url: at("/user/register"), body: (name) => ({ ...registration, name }) },
  {
    name: "register email",
    method: "POST",
    url: at("/user/register"),
    body: (text) => ({ ...registration, email: `${text}@x.example` }),
  },
  { name: "register phone", method: "POST", url: at("/user/register"), body: (phone) => ({ ...registration, phone }) },
  {
    name: "register password",
    method: "POST",
    url: at("/user/register"),
    body: (text) => ({ ...registration, email: `p${Math.random()}@x.example`, password: `${text} and more of it` }),
  },
  {
    name: "login",
    method: "POST",
    url: at("/user/login"),
    body: (password) => ({ email: "user1@test.example", password }),
  },
  {
    name: "login email",
    method: "POST",
    url: at("/user/login"),
    body: (text) => ({ email: `${text}@x.example`, password: "x" }),
  },
  { name: "verify", method: "POST", url: at("/user/verify"), body: (code) => ({ email: "user1@test.example", code }) },
  {
    name: "verify passkey",
    method: "POST",
    url: at("/user/verify-passkey"),
    body: (id) => ({ email: "user1@test.example", response: { id, [id]: id } }),
  },
  {
    name: "reset string",
    method: "POST",
    url: at("/user/reset-pass/user1@test.example"),
    body: (text) => ({ newPass: "quiet-harbour-at-dawn", validationString: text }),
  },
  { name: "reset email", method: "GET", url: inPath("/user/reset-generate/") },
  { name: "resend email", method: "GET", url: inPath("/user/resend-code/") },
  { name: "user id", method: "GET", url: inPath("/user/"), as: "admin" },
  { name: "name", method: "PATCH", url: at("/user/:admin/name"), body: (name) => ({ name }), as: "admin" },
  { name: "search", method: "GET", url: inPath("/user?search="), as: "admin" },
  { name: "cursor", method: "GET", url: inPath("/user?cursor="), as: "admin" },
  {
    name: "client number",
    method: "POST",
    url: at("/user/:client/set_client_number"),
    body: (clientNumber) => ({ clientNumber }),
    as: "admin",
  },
  {
    name: "check-validation",
    method: "POST",
    url: at("/user/:client/check-validation"),
    body: (string) => ({ string }),
    as: "client",
  },
  {
    name: "preferences",
    method: "POST",
    url: at("/user/:client/set-preferences"),
    body: (language) => ({ newPrefs: { language } }),
    as: "client",
  },
  {
    name: "passkey's name",
    method: "POST",
    url: at("/user/:client/factors/passkeys/confirm"),
    body: (name) => ({ name, response: {} }),
    as: "client",
  },
  {
    name: "sign-in row",
    method: "POST",
    url: at("/analytics/:client"),
    body: (city) => ({ city, os: "Linux", browserName: "chrome" }),
    as: "client",
  },
  {
    name: "sign-in address",
    method: "POST",
    url: at("/analytics/:client"),
    body: (ip) => ({ ip, os: "Linux", browserName: "chrome" }),
    as: "client",
  },
  {
    name: "request",
    method: "POST",
    url: at("/portfolio/user/:client/transaction"),
    body: (userMsg) => ({ type: "deposit", userMsg, transactionInfo: { sum: "10", currency: "EUR" } }),
    as: "client",
  },
  {
    name: "request's key",
    method: "POST",
    url: at("/portfolio/user/:client/transaction"),
    body: (key) => ({ type: "deposit", key: `12345678${key}`, transactionInfo: { sum: "10", currency: "EUR" } }),
    as: "client",
  },
  { name: "instrument search", method: "GET", url: inPath("/instruments?search="), as: "client" },
  { name: "setting's name", method: "GET", url: inPath("/settings/"), as: "admin" },
  {
    name: "brand's name",
    method: "POST",
    url: at("/settings/brand"),
    body: (name) => ({
      data: {
        name,
        logo: null,
        accent: { light: "#0B4F6C", dark: "#7CC0DC" },
        supportEmail: "a@b.example",
        legalFooter: { bg: name, en: "", pl: "" },
      },
    }),
    as: "admin",
  },
  {
    name: "import",
    method: "POST",
    url: at("/import/preview"),
    body: (text) => ({ kind: "statement", fileName: `a${text.slice(0, 20)}.csv`, content: text, openingBalances: [] }),
    as: "admin",
  },
];

const send = (call: Call, text: string, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: call.method,
    url: call.url(text),
    headers: {
      ...(call.as && { authorization: `Bearer ${call.as === "admin" ? admin.token : client.token}` }),
      ...(call.body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(call.body && { payload: JSON.stringify(call.body(text)) }),
  });

for (const call of calls)
  test(`${call.name}: a hostile text is refused or taken, never a fault`, async () => {
    for (const text of hostile) {
      const answer = await send(call, text);
      const seen = `${JSON.stringify(text.slice(0, 30))} → ${answer.statusCode} ${answer.body.slice(0, 100)}`;
      expect(answer.statusCode, seen).toBeLessThan(500);
      if (answer.statusCode >= 400) expect(errorStatus, seen).toHaveProperty(answer.body, answer.statusCode);
    }
  });

const bodied = calls.filter((call) => call.body);

test("bodies that are no JSON, or none of the declared shape, get 400 with a code of the list", async () => {
  const bodies = [
    "{",
    "",
    "null",
    "[]",
    "1",
    '"text"',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"email":{"$ne":null},"password":["a"]}',
    `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
    "\u0000",
  ];
  for (const call of bodied)
    for (const body of bodies) {
      const answer = await app.app.inject({
        method: call.method,
        url: call.url("x"),
        headers: {
          authorization: `Bearer ${call.as === "client" ? client.token : admin.token}`,
          "content-type": "application/json",
        },
        payload: body,
      });
      expect(answer.statusCode, `${call.name} ${body.slice(0, 60)} → ${answer.body}`).toBe(400);
      expect(errorStatus).toHaveProperty(answer.body);
    }
  expect(({} as Record<string, unknown>).role).toBeUndefined();
});

test("a body too large, or of another kind, is refused before it is read whole", async () => {
  const post = (payload: string | Buffer, headers: Record<string, string>) =>
    app.app.inject({ method: "POST", url: "/user/login", headers, payload });
  const large = await post(`{"email":"${"a".repeat(2 ** 21)}"}`, { "content-type": "application/json" });
  expect([large.statusCode, large.body]).toEqual([413, "tooLarge"]);
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/html",
  ]) {
    const answer = await post("email=a@b.example&password=x", { "content-type": type });
    expect([answer.statusCode, answer.body], type).toEqual([415, "unsupportedType"]);
  }
});

test("a token, a cookie or an accept header that is no such thing is refused or passed over", async () => {
  for (const token of ["", " ", "a b", "x".repeat(9000), "%00", "null"]) {
    const answer = await app.app.inject({ url: `/user/${client.id}`, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode, token.slice(0, 10)).toBe(401);
  }
  const answer = await app.app.inject({
    url: `/user/${client.id}`,
    headers: {
      authorization: `Bearer ${client.token}`,
      cookie: "__Host-portico-bind=%E0%A4%A; a; =; ;;__proto__=1",
      accept: ";;,*/*;q=x",
    },
  });
  expect(answer.statusCode).toBe(200);
});

test("a name with line ends or turned writing is refused with its field; accents are kept as one sign each", async () => {
  const name = (text: string) =>
    app.app.inject({
      method: "PATCH",
      url: `/user/${client.id}/name`,
      headers: { authorization: `Bearer ${admin.token}`, accept: "application/problem+json" },
      payload: { name: text, reason: "As in the passport" },
    });
  for (const text of ["Ana\r\nBcc: b@c.example", "Ana \u202Eavortep", "\u0000\u0000\u0000"]) {
    const answer = await name(text);
    expect([answer.statusCode, answer.json()], text).toMatchObject([
      400,
      { errors: [{ path: "name", code: "badFormat" }] },
    ]);
  }
  expect((await name("Z\u0307o\u0301łć O’Neil-Čapek")).json()).toMatchObject({ name: "Żółć O’Neil-Čapek" });
});

test("a stranger's picture, a typed address and a page fetched ahead send no mail", async () => {
  const ask = (headers: Record<string, string>) =>
    app.app.inject({ url: "/user/reset-generate/nobody@x.example", headers });
  for (const headers of [
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "empty" },
    { "sec-fetch-site": "none", "sec-fetch-dest": "document" },
    { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty", "sec-purpose": "prefetch" },
  ] as Record<string, string>[])
    expect((await ask(headers)).statusCode, JSON.stringify(headers)).toBe(403);
  for (const site of ["same-origin", "same-site"])
    expect((await ask({ "sec-fetch-site": site, "sec-fetch-dest": "empty" })).statusCode).toBe(200);
  expect((await ask({})).statusCode).toBe(200);
});

test("an address of 254 characters is answered as any other, with the limits on", async () => {
  const limited = await createTestApp({ rateLimits: true });
  const email = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`;
  const call = (method: "GET" | "POST", url: string, payload?: object) =>
    limited.app.inject({ method, url, ...(payload && { payload }) });
  const login = await call("POST", "/user/login", { email, password: "not the password" });
  expect([login.statusCode, login.body]).toEqual([401, "invalidCredentials"]);
  expect((await call("GET", `/user/resend-code/${email}`)).statusCode).toBe(200);
  expect((await call("GET", `/user/reset-generate/${email}`)).statusCode).toBe(200);
  const reset = { newPass: "a harbour with no boats", validationString: "guessed" };
  expect((await call("POST", `/user/reset-pass/${email}`, reset)).body).toBe("expiredCode");
  await limited.close();
});

test("half a character in a file, or beside it, is refused with its field", async () => {
  const preview = async (body: object) => {
    const answer = await app.app.inject({
      method: "POST",
      url: "/import/preview",
      headers: {
        authorization: `Bearer ${admin.token}`,
        accept: "application/problem+json",
        "content-type": "application/json",
      },
      payload: JSON.stringify(body),
    });
    return [answer.statusCode, answer.json<{ errors?: { path: string }[] }>().errors?.map(({ path }) => path)];
  };
  const whole = { kind: "statement", fileName: "a.csv", content: "a" };
  // As a JSON escape, since UTF-8 cannot contain it.
  expect(await preview({ ...whole, content: "date,\ud83d\n" })).toEqual([400, ["content"]]);
  expect(await preview({ ...whole, fileName: "a\ud83d.csv" })).toEqual([400, ["fileName"]]);
});

test("what a refused row says of a long value ends with a whole character", async () => {
  // Of two emojis in a row, one begins at every place, so that shortening cuts one of them.
  const contents = ["\u{1F9FF}", "a\u{1F9FF}"].map((start) => start + "\u{1F9FF}".repeat(300));
  for (const content of contents) {
    const { refusals } = await admin.client.imports.preview({
      body: { kind: "statement", fileName: "a.csv", content, openingBalances: [] },
    });
    expect(refusals[0]?.detail).toMatch(/\u{1F9FF}…/u);
  }
});

test("headers that a proxy would never send change nothing and are told nothing", async () => {
  for (const headers of [
    { host: "a b:c:d" },
    { host: "[::1" },
    { "x-forwarded-host": "%%%, <script>" },
    { "x-forwarded-proto": "javascript" },
    { "x-forwarded-for": "999.1.1.1, ::zz, ', drop table" },
    { "x-forwarded-for": `${"1.2.3.4, ".repeat(500)}1.2.3.4` },
    { "x-forwarded-for": "\u00e9" },
  ] as Record<string, string>[])
    for (const [method, url] of [
      ["GET", "/settings/brand"],
      ["POST", "/user/login"],
    ] as const) {
      const payload = method === "POST" ? { email: "a@b.example", password: "not the password" } : undefined;
      const answer = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
      expect(answer.statusCode, JSON.stringify(headers)).toBeLessThan(500);
    }
});
