/** Screening by a server of ours that speaks yente's protocol: found, away, slow to change, and answers that cannot be used. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { beginRound } from "./runs/nightly.ts";
import { screenAll } from "./testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let server: Server;
let url: string;
interface Asked {
  path: string;
  body: { queries: Record<string, { schema: string; properties: Record<string, string[]> }> } | undefined;
}
let asked: Asked[] = [];
let version = "20260101";
type Said = { status?: number; text: string } | undefined;
let answer: (asked: Asked) => Said;

const entity = (score: number) => ({
  id: "NK-made",
  caption: "Ivan Petrov",
  schema: "Person",
  properties: {
    name: ["Ivan Petrov", "Иван Петров"],
    birthDate: ["1985-03-14"],
    country: ["bg"],
    topics: ["sanction"],
  },
  datasets: ["made_up"],
  referents: [],
  target: true,
  last_change: "2026-01-01T00:00:00",
  score,
  match: score >= 0.7,
  explanations: { name_match: { score, detail: "Ivan Petrov" }, dob_day_disjoint: { score: 0, detail: null } },
});

/** As yente answers: each query by its name. */
const found =
  (score: number) =>
  ({ path, body }: Asked): Said => {
    if (path === "/catalog")
      return {
        text: JSON.stringify({ datasets: [{ name: "sanctions", version }], current: ["sanctions"], outdated: [] }),
      };
    const responses = Object.entries(body?.queries ?? {}).map(([name, query]) => [
      name,
      {
        status: 200,
        results: query.properties["name"]?.some((one) => one.includes("Petrov")) ? [entity(score)] : [],
        total: { value: 1, relation: "eq" },
        query,
      },
    ]);
    return { text: JSON.stringify({ responses: Object.fromEntries(responses), limit: 20 }) };
  };

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
};

beforeAll(async () => {
  app = await createTestApp({ insideAddresses: ["127.0.0.1"] });
  admin = await app.as("admin");
  server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const one: Asked = {
        path: request.url ?? "",
        body: text === "" ? undefined : (JSON.parse(text) as Asked["body"]),
      };
      asked.push(one);
      const said = answer(one);
      if (said)
        response.writeHead(said.status ?? 200, { "content-type": "application/json", location: "/x" }).end(said.text);
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const data = {
    source: "service",
    service: { url, dataset: "sanctions" },
    threshold: 0.8,
    keepDecisions: false,
  } as const;
  await admin.client.settings.save({ params: { name: "screening" }, body: { data } });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});
beforeEach(() => {
  asked = [];
  answer = found(0.93);
});

const ofHolder = (holderId: number) => admin.client.screening.ofHolder({ params: { holderType: "user", holderId } });

test("a person is asked for by name, and what the service found is a candidate with its explanation", async () => {
  const client = await app.as("client", { name: "Ivan Petrov" });
  const other = await app.as("client", { name: "Quite Another" });
  await beginRound(app.services);
  await screenAll(app);
  const query = asked.find(({ path }) => path.startsWith("/match/sanctions?"));
  expect(query?.path).toBe("/match/sanctions?threshold=0.8&limit=20");
  expect(Object.values(query?.body?.queries ?? {})).toContainEqual({
    schema: "Person",
    properties: { name: ["Ivan Petrov"] },
  });
  const { state, candidates, runs } = await ofHolder(client.id);
  expect({ state, runs: runs.length }).toEqual({ state: "open", runs: 1 });
  const seen = await admin.client.screening.getCandidate({ params: { id: candidates[0]?.id ?? 0 } });
  expect(seen).toMatchObject({
    score: 0.93,
    entry: { id: "NK-made", countries: ["BG"] },
    match: { nameScore: null, features: [{ name: "name_match", score: 0.93, detail: "Ivan Petrov" }] },
    list: { name: "sanctions", version: "20260101" },
  });
  expect((await ofHolder(other.id)).state).toBe("clear");
});

test("an unchanged version is asked nothing about the same person; another one is asked about everybody", async () => {
  expect(await beginRound(app.services)).toMatchObject({ due: 0 });
  expect(await screenAll(app)).toMatchObject({ runs: 0 });
  expect(asked.map(({ path }) => path)).toEqual(["/catalog"]);
  version = "20260102";
  expect((await beginRound(app.services))["due"]).toBeGreaterThan(0);
  expect((await screenAll(app)).runs).toBeGreaterThan(0);
});

test.each<[string, Said]>([
  ["no JSON", { text: "<html>" }],
  ["another shape", { text: `{"responses":{"q0":{"status":200}}}` }],
  ["a query that is not answered", { text: `{"responses":{}}` }],
  ["a score beyond 1", { text: JSON.stringify({ responses: { q0: { status: 200, results: [entity(7)] } } }) }],
  ["a fault of the server", { status: 500, text: "" }],
  ["a redirect", { status: 302, text: "" }],
  ["an answer without end", { text: `[${" ".repeat(17 * 1024 * 1024)}` }],
  ["a broken connection", undefined],
])("an answer that cannot be used screens nobody, and they stay due: %s", async (_name, said) => {
  const client = await app.as("client", { name: "Petrov Ivan" });
  await admin.client.screening.screenNow({ params: { holderType: "user", holderId: client.id }, body: {} });
  answer = () => said;
  await expect(screenAll(app)).rejects.toThrow();
  expect(await ofHolder(client.id)).toMatchObject({ state: "due", runs: [] });
  answer = found(0.93);
  await screenAll(app);
  expect((await ofHolder(client.id)).state).toBe("open");
});
