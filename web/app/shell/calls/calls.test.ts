/** Cached answers of calls: their keys, and what makes them stale. */
import { api } from "@portico/api";
import { staleByChange } from "@portico/api/changes.ts";
import { createClient } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { type ServerEventName, socketEvents, staleByConnection, staleByEvent } from "@portico/api/events.ts";
import { settingNames } from "@portico/api/settings/shapes.ts";
import type { StaleCalls } from "@portico/api/stale-calls.ts";
import { hashKey, QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CallInput, keyOf } from "./keys.ts";
import { applyChanges, applyEvent } from "./make-stale.ts";
import { useChange, useRunChange } from "./use-change.ts";

const sent: string[] = [];
let failure: Error | undefined;
const client = createClient(api, async () => ({}));
vi.mock("./api.tsx", () => ({
  useWatchedApi: () => (onCall: Parameters<typeof createClient>[2]) =>
    createClient(
      api,
      async ({ path }) => {
        sent.push(path);
        if (failure) throw failure;
        return {};
      },
      onCall,
    ),
}));
// Test files share their worker's modules.
afterAll(() => {
  vi.doUnmock("./api.tsx");
  vi.resetModules();
});

interface CachedOptions {
  /** It is on screen. */
  shown?: boolean;
  variant?: unknown;
  ignores?: string;
  data?: unknown;
}
let queries: QueryClient;
let leave: (() => void)[];
let asked: string[];
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  leave = [];
  asked = [];
  sent.length = 0;
  failure = undefined;
});
afterEach(() => {
  for (const each of leave) each();
});

/** Caches an answer like a page does; returns whether it has become stale. */
function cacheAnswer(
  call: { callName: string },
  input: CallInput,
  { shown = false, variant, ignores, data = {} }: CachedOptions = {},
) {
  const queryKey = keyOf(call, input, variant);
  queries.setQueryData(queryKey, data);
  if (shown)
    leave.push(
      new QueryObserver(queries, {
        queryKey,
        ...(ignores && { meta: { ignores } }),
        queryFn: () => {
          asked.push(call.callName);
          return data;
        },
        staleTime: Number.POSITIVE_INFINITY,
      }).subscribe(() => undefined),
    );
  return () => queries.getQueryState(queryKey)?.isInvalidated === true;
}

const user = (holderId: number) => ({ holderType: "user", holderId }) as const;

describe("keys", () => {
  test("every call is known by its name in api/index.ts", () => {
    for (const [domain, endpoints] of Object.entries(api))
      for (const name of Object.keys(endpoints))
        expect(
          (client as unknown as Record<string, Record<string, { callName: string }>>)[domain]?.[name]?.callName,
        ).toBe(`${domain}.${name}`);
  });

  test("the same input makes the same key, whatever its order and what it leaves open", () => {
    const key = (input: CallInput, variant?: unknown) => hashKey(keyOf(client.users.list, input, variant));
    const one = key({ query: { search: "Iva", limit: 50 } });
    expect(key({ query: { limit: 50, search: "Iva", state: undefined } })).toBe(one);
    expect(key({ query: { limit: 50, search: "Eva" } })).not.toBe(one);
    expect(key({ query: { search: "Iva", limit: 50 } }, "pages")).not.toBe(one);
    expect(hashKey(keyOf(client.companies.list, { query: { search: "Iva", limit: 50 } }))).not.toBe(one);
  });
});

describe("events", () => {
  test("make stale what their fields name, in every variant, and nothing of another holder", async () => {
    const mine = cacheAnswer(client.portfolios.getPortfolio, { params: user(1) }, { variant: "known" });
    const range = { ...user(1), from: "2026-01-01", to: "2026-02-01" };
    const orders = cacheAnswer(
      client.portfolios.listOrders,
      { params: range, query: { limit: 50 } },
      { variant: "pages" },
    );
    const other = cacheAnswer(client.portfolios.getPortfolio, { params: user(2) });
    const company = cacheAnswer(client.portfolios.getPortfolio, { params: { holderType: "company", holderId: 1 } });
    await applyEvent(queries, "portfolio:changed", { ...user(1), version: "7" });
    expect([mine(), orders(), other(), company()]).toEqual([true, true, false, false]);
  });

  test("an answer under way when the event comes is asked for again, also the first one", async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const queryKey = keyOf(client.portfolios.getPortfolio, { params: user(1) });
    let calls = 0;
    const observer = new QueryObserver(queries, {
      queryKey,
      queryFn: () => answers[calls++]?.promise,
      staleTime: Number.POSITIVE_INFINITY,
    });
    leave.push(observer.subscribe(() => undefined));
    const applied = applyEvent(queries, "portfolio:changed", { ...user(1), version: "7" });
    answers[0]?.resolve("before the change");
    answers[1]?.resolve("after the change");
    await applied;
    expect([calls, observer.getCurrentResult().data]).toEqual([2, "after the change"]);
  });

  test("a first answer that fails when the event comes is asked for again", async () => {
    const first = Promise.withResolvers<string>();
    const queryKey = keyOf(client.portfolios.getPortfolio, { params: user(1) });
    const asks = [() => first.promise, () => "after the change"];
    const observer = new QueryObserver(queries, { queryKey, queryFn: () => asks.shift()?.() });
    leave.push(observer.subscribe(() => undefined));
    const applied = applyEvent(queries, "portfolio:changed", { ...user(1), version: "7" });
    first.reject(new Error("lost"));
    await applied;
    expect(observer.getCurrentResult().data).toBe("after the change");
  });

  test("a list is asked for again where it shows the holder; one that was left, in any case", async () => {
    const pages = (id: number) => ({ pages: [{ users: [{ id }], nextCursor: null }], pageParams: [] });
    const listed = cacheAnswer(client.users.list, { query: { limit: 1 } }, { shown: true, data: pages(1) });
    const elsewhere = cacheAnswer(client.users.list, { query: { limit: 2 } }, { shown: true, data: pages(2) });
    const left = cacheAnswer(client.users.list, { query: { limit: 3 } }, { data: pages(2) });
    await applyEvent(queries, "holder:state", user(1));
    expect(asked).toEqual(["users.list"]);
    expect([listed(), elsewhere(), left()]).toEqual([false, false, true]);
  });

  test("a saved draft concerns the form and its review; a submission the lists too", async () => {
    const status = cacheAnswer(client.forms.getStanding, { params: { ...user(1), type: "KYC" } });
    const person = cacheAnswer(client.users.get, { params: { id: 1 } });
    await applyEvent(queries, "form:changed", { ...user(1), formType: "KYC", version: 4 });
    expect([status(), person()]).toEqual([true, false]);
    await applyEvent(queries, "form:changed", { ...user(1), formType: "KYC" });
    expect(person()).toBe(true);
  });

  test("a query that ignores an event is not made stale by it, only by others", async () => {
    const params = { ...user(1), type: "KYC" };
    cacheAnswer(client.forms.getStanding, { params }, { shown: true, variant: "open", ignores: "form:changed" });
    await applyEvent(queries, "form:changed", { ...user(1), formType: "KYC", version: 4 });
    expect(asked).toEqual([]);
    await applyEvent(queries, "holder:state", user(1));
    expect(asked).toEqual(["forms.getStanding"]);
  });

  test("each part of the staff dashboard has its own calls", async () => {
    const proposals = cacheAnswer(client.proposals.list, { query: { limit: 30 } });
    const forms = cacheAnswer(client.forms.list, { params: { type: "KYC" } });
    await applyEvent(queries, "reviews:changed", {});
    expect([proposals(), forms()]).toEqual([false, true]);
  });

  test("after missed events everything on screen is asked for, but for figures, whose version is asked for", async () => {
    const portfolio = cacheAnswer(client.portfolios.getPortfolio, { params: user(1) }, { shown: true });
    cacheAnswer(client.companies.listOwn, { params: { userId: 1 } }, { shown: true });
    cacheAnswer(client.users.list, {}, { shown: true, data: { pages: [] } });
    const left = cacheAnswer(client.users.get, { params: { id: 3 } });
    await applyEvent(queries, "connection:missed", {});
    expect(asked).toEqual(["companies.listOwn", "users.list"]);
    expect([portfolio(), left()]).toEqual([false, true]);
  });

  test("after missed events everything that an event makes stale is asked for, but figures", () => {
    /** Matches any narrowing. */
    const event = { ...user(1), holder: user(1), ticketId: 1, kind: "page", reading: { by_staff: true } };
    const byEvents = new Set(
      Object.keys(socketEvents).flatMap((name) =>
        settingNames.flatMap((setting) =>
          Object.keys(staleByEvent(name as ServerEventName, { ...event, name: setting } as never)),
        ),
      ),
    );
    // Their version is fetched instead (web/app/portfolios/follow-portfolio.ts).
    const figures = [
      "getPortfolio",
      "listTransactions",
      "getPerformance",
      "getProof",
      "getResults",
      "getSales",
      "getIncome",
      "getCustody",
      "getMarks",
      "getHolding",
      "getHoldingReturn",
      "getRisk",
      "getMonthlyReturns",
      "getAttribution",
    ].map((name) => `portfolios.${name}`);
    const connection = new Set(Object.keys(staleByConnection));
    expect([...byEvents].filter((name) => !connection.has(name)).toSorted()).toEqual(figures.toSorted());
  });
});

describe("changes", () => {
  /** A hook's result. */
  function used<T>(hook: () => T): T {
    let result: T | undefined;
    const Page = () => {
      result = hook();
      return null;
    };
    renderToString(createElement(QueryClientProvider, { client: queries }, createElement(Page)));
    return result as T;
  }

  /** An input that matches any narrowing by the number 1. */
  const inputOf = (domain: string) => ({
    params: {
      holderType: domain === "companies" ? "company" : "user",
      holderId: 1,
      id: 1,
      userId: 1,
      type: "KYC",
      revision: 1,
      list: "users",
      name: "rules",
      proposalId: 1,
    },
    query: {},
    body: {},
  });
  /** Every reading call, each cached once. */
  const all = (input: object): Map<string, () => boolean> =>
    new Map(
      Object.entries(api).flatMap(([domain, endpoints]) =>
        Object.entries(endpoints as Record<string, Endpoint>)
          .filter(([, { method }]) => method === "GET")
          .map(([name]) => [`${domain}.${name}`, cacheAnswer({ callName: `${domain}.${name}` }, input)] as const),
      ),
    );
  const stale = (cached: Map<string, () => boolean>) =>
    [...cached].flatMap(([name, isStale]) => (isStale() ? [name] : [])).toSorted();

  test.each(Object.entries(staleByChange as unknown as Record<string, (input: object) => StaleCalls>))(
    "%s makes exactly what is declared stale, also where it fails",
    async (name, declared) => {
      const [domain, call] = name.split(".") as [string, string];
      const input = inputOf(domain);
      const made = (calls: unknown) =>
        (calls as Record<string, Record<string, (input: object) => Promise<unknown>>>)[domain]?.[call]?.(input) ??
        Promise.reject(new Error(`${name} is no call`));
      const cached = all(input);
      const change = used(() => useChange((calls) => made(calls)));
      await change.mutateAsync();
      const expected = Object.keys(declared(input)).toSorted();
      expect(stale(cached)).toEqual(expected);

      queries.clear();
      const again = all(input);
      failure = new Error("refused");
      await expect(change.mutateAsync()).rejects.toThrow("refused");
      expect(stale(again)).toEqual(expected);
    },
  );

  test("are over once what is on the page was asked for again, unless they go on in the background", async () => {
    cacheAnswer(client.dataFields.list, {}, { shown: true });
    await used(() => useRunChange())((calls) => calls.dataFields.create({ body: { label: "Hobby" } }));
    expect(sent).toHaveLength(1);
    expect(asked).toEqual(["dataFields.list"]);
    const order: string[] = [];
    const change = used(() =>
      useChange((calls) => calls.dataFields.create({ body: { label: "Hobby" } }), {
        onSuccess: () => void order.push(`told after ${asked.length}`),
      }),
    );
    await change.mutateAsync();
    expect([...order, asked.length]).toEqual(["told after 1", 2]);
  });

  test("several calls of one change are applied once", async () => {
    cacheAnswer(client.colleagues.list, {}, { shown: true });
    await used(() => useRunChange())(async (calls) => {
      for (const id of [1, 2, 3]) await calls.users.assign({ params: { id }, body: { admin_id: null } });
    });
    expect(asked).toEqual(["colleagues.list"]);
  });

  test("what is declared nowhere makes nothing stale", async () => {
    const cached = all(inputOf("users"));
    await applyChanges(queries, [["users.setPreferences", { params: { id: 1 } }]]);
    expect(stale(cached)).toEqual([]);
  });
});
