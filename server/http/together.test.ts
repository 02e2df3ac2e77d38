/** Several reads in one call: each as its own call would answer the same caller, and nothing else. */
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let [client, other] = [] as unknown as [TestUser, TestUser];
beforeAll(async () => {
  app = await createTestApp();
  client = await app.as("client", { clientNumber: "T1" });
  other = await app.as("client");
});
afterAll(() => app.close());

const headersOf = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });
const together = async (user: TestUser, paths: readonly string[]) => {
  const answer = await app.app.inject({
    url: `/together?paths=${encodeURIComponent(paths.join())}`,
    headers: { ...headersOf(user), "accept-encoding": "gzip", "if-none-match": "*" },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  const isCompressed = answer.headers["content-encoding"] === "gzip";
  const text = String(isCompressed ? gunzipSync(answer.rawPayload) : answer.payload);
  return (JSON.parse(text) as { answers: (string | null)[] }).answers;
};

const readsOf = ({ id }: TestUser): string[] => [
  `/company/${id}/companies`,
  `/company/${id}/started-company-state`,
  `/notif/${id}/user_companies`,
  `/contract/user/${id}/all?limit=1`,
  `/doc/user/${id}/requests`,
  "/doc/types",
  `/ticket/user/${id}?limit=1&as=holder`,
  `/form/user/${id}/KYC/standing`,
  `/user/${id}/factors`,
  `/chat/user/${id}/unread`,
  "/chat/hours",
  "/ticket/topics",
];

test("each answer is that of its own call", async () => {
  await client.client.tickets.create({
    params: { holderType: "user", holderId: client.id },
    body: { title: "Together", content: "A question" },
  });
  const paths = readsOf(client);
  const answers = await together(client, paths);
  for (const [place, path] of paths.entries()) {
    const alone = await app.app.inject({ url: path, headers: headersOf(client) });
    expect(alone.statusCode, path).toBe(200);
    expect(JSON.parse(answers[place] ?? "null"), path).toEqual(alone.json());
  }
});

test("what the caller may not read, or does not exist, has no answer; the others have", async () => {
  const answers = await together(other, [...readsOf(client), `/company/${other.id}/companies`, "/nothing"]);
  const shared = ["/doc/types", "/chat/hours", "/ticket/topics"];
  expect(readsOf(client).filter((_, place) => answers[place] !== null)).toEqual(shared);
  expect(answers.slice(-2)).toEqual(["[]", null]);
});

test("calls that do not allow it, and what is no declared call, have no answer", async () => {
  const paths = [`/user/${client.id}`, "/together", "/health", "/metrics", "/docs", "/api/health"];
  expect(await together(client, paths)).toEqual(paths.map(() => null));
});

test("nobody reads together, and a session that ends ends it", async () => {
  const asked = { url: "/together?paths=/doc/types" };
  expect((await app.app.inject(asked)).statusCode).toBe(401);
  const user = await app.as("client");
  expect((await app.app.inject({ ...asked, headers: headersOf(user) })).statusCode).toBe(200);
  await user.client.sessions.logout({ body: {} });
  expect((await app.app.inject({ ...asked, headers: headersOf(user) })).statusCode).toBe(401);
});

test.each([
  ["a foreign address", "https://example.com/doc/types"],
  ["another host", "//example.com/doc/types"],
  ["no path", ""],
  ["more than sixteen", Array.from({ length: 17 }, () => "/doc/types").join()],
])("%s is refused", async (_, paths) => {
  const answer = await app.app.inject({
    url: `/together?paths=${encodeURIComponent(paths)}`,
    headers: headersOf(client),
  });
  expect(answer.statusCode).toBe(400);
});

test("a caller cannot pretend to be read together", async () => {
  const answer = await app.app.inject({
    url: `/user/${client.id}`,
    headers: { ...headersOf(client), "x-read-together": "1" },
  });
  expect(answer.statusCode).toBe(200);
});
