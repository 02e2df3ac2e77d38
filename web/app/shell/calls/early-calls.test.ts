/** Which calls a document sends early, and who may take their answers. */
import { runInThisContext } from "node:vm";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type EarlyCall, fetchOrTake, sendEarlyCalls } from "./early-calls.ts";

const calls = [{ path: "/company/__person__/companies" }, { path: "/doc/__holderType__/__holderId__/requests" }];
const portfolio = { path: "/portfolio/__holderType__/__holderId__/customer-portfolio", storedForMs: 300_000 };
const company = { id: 9, client_number: "BG-9" };
const now = Date.parse("2026-11-24T10:00:00Z");

let stored: Record<string, unknown>;
let viewAs: string | null;
let tabAccount: string | null;
let pathname: string;
let search: string;
const sent = vi.fn<typeof fetch>(async () => new Response("{}"));

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date", "performance"] });
  stored = { profile: { id: 7, client_number: "BG-7" }, token: "t", tokenExpiry: now / 1000 + 60 };
  viewAs = null;
  tabAccount = null;
  pathname = "/en/dashboard";
  search = "";
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (key in stored ? JSON.stringify(stored[key]) : null),
  });
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => (key === "view" ? viewAs : tabAccount) });
  vi.stubGlobal("location", {
    get pathname() {
      return pathname;
    },
    get search() {
      return search;
    },
  });
  vi.stubGlobal("fetch", sent);
  vi.stubGlobal("earlyCalls", undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sent.mockClear();
});

const early = (): string[] => {
  sendEarlyCalls(
    { base: "/api", calls: [...calls, portfolio], viewAsKey: "view", tabAccountKey: "account", offset: 7_200_000 },
    presetRange,
  );
  return sent.mock.calls.map(([address]) => address as string);
};
const ownCalls = ["/api/company/7/companies", "/api/doc/user/7/requests"];
const ownPortfolio = "/api/portfolio/user/7/customer-portfolio";

test("the person's, or those of the company that they act for", () => {
  expect(early()).toEqual([...ownCalls, ownPortfolio]);
  sent.mockClear();
  Object.assign(stored, { activeCompID: 9, companies: [company] });
  expect(early()).toEqual([
    "/api/company/7/companies",
    "/api/doc/company/9/requests",
    "/api/portfolio/company/9/customer-portfolio",
  ]);
});

test.each<[string, string, string | null, unknown, boolean]>([
  ["the address names, whatever the tab and the browser chose", "?part=orders&company=9", "0", 7, true],
  ["the address names, the person", "?company=0", "9", 9, false],
  ["the tab acts for, whatever another tab chose", "", "9", null, true],
  ["the tab acts for, the person", "", "0", 9, false],
])("those of the account that %s", (_, address, tab, last, isCompany) => {
  search = address;
  tabAccount = tab;
  Object.assign(stored, { activeCompID: last, companies: [company] });
  expect(early()[1]).toBe(`/api/doc/${isCompany ? "company/9" : "user/7"}/requests`);
});

test.each<[string, () => unknown]>([
  ["nobody is signed in", () => (stored["token"] = undefined)],
  ["the session is over", () => (stored["tokenExpiry"] = now / 1000)],
  ["the active company is not in the list", () => Object.assign(stored, { activeCompID: 8, companies: [company] })],
  ["the list of companies is not there yet", () => (stored["activeCompID"] = 9)],
  ["staff view a client", () => (viewAs = "{}")],
  ["the address names a company that is not in the list", () => (search = "?part=orders&company=8")],
  [
    "the address names the company that a form is of",
    () => {
      Object.assign(stored, { companies: [company] });
      pathname = "/en/form/KYC";
      search = "?company=9";
    },
  ],
])("none if %s", (_, change) => {
  change();
  expect(early()).toEqual([]);
});

test.each<[string, object, boolean]>([
  ["of the last five minutes", { holder: "user:7", at: now - 299_000 }, false],
  ["older", { holder: "user:7", at: now - 300_000 }, true],
  ["reported as changed", { holder: "user:7", at: now, outdated: true }, true],
  ["of another holder", { holder: "company:7", at: now }, true],
])("the portfolio's, with stored figures %s", (_, lastFetch, isSent) => {
  stored["lastFetch"] = lastFetch;
  expect(early()).toEqual([...ownCalls, ...(isSent ? [ownPortfolio] : [])]);
});

test("not the portfolio's without a client number, nor others that need one", () => {
  stored["profile"] = { id: 7, client_number: null };
  expect(early()).toEqual(ownCalls);
  sent.mockClear();
  const money: EarlyCall = { path: "/money", numbered: true };
  sendEarlyCalls({ base: "/api", calls: [money], viewAsKey: "view", tabAccountKey: "account" }, presetRange);
  expect(sent).not.toHaveBeenCalled();
});

/** Calls of days: those of the performance that the person usually sees, and the transactions of a year. */
const ranged: EarlyCall[] = [
  { path: "/performance/__from__/__to__", range: { of: "usual", until: "valued" } },
  { path: "/transactions/__from__/__to__", range: { of: "1Y", until: "today" } },
];
const sendRanged = async (answer: object): Promise<string[]> => {
  sent.mockImplementation(async () => Response.json(answer));
  // By their text, as in the document: they refer to nothing outside themselves.
  const asText = <F extends (...given: never[]) => unknown>(f: F): F => runInThisContext(`(${String(f)})`) as F;
  asText(sendEarlyCalls)(
    { base: "/api", calls: [...ranged, portfolio], viewAsKey: "view", tabAccountKey: "account", offset: 7_200_000 },
    asText(presetRange),
  );
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(3)).catch(() => undefined);
  return sent.mock.calls.map(([address]) => address as string).filter((address) => address !== ownPortfolio);
};

test("those of days follow the portfolio, which says until when it is valued", async () => {
  vi.setSystemTime(Date.parse("2026-11-24T22:30:00Z"));
  Object.assign(stored, { tokenExpiry: now / 1000 + 100_000 });
  expect(await sendRanged({ valuationDay: "2026-11-23", instruments: [{}] })).toEqual([
    "/api/performance/2025-11-23/2026-11-23",
    // In Sofia it is the next day.
    "/api/transactions/2025-11-25/2026-11-25",
  ]);
});

test("those of days use the stored figures while no others are asked for, and the person's range", async () => {
  Object.assign(stored, {
    lastFetch: { holder: "user:7", at: now },
    portfolio: { valuationDay: "2026-11-20" },
    instruments: [{}],
    profile: { id: 7, client_number: "BG-7", preferences: { portfolioRange: "YTD" } },
  });
  expect(await sendRanged({})).toEqual([
    "/api/performance/2026-01-01/2026-11-20",
    "/api/transactions/2025-11-24/2026-11-24",
  ]);
});

test.each<[string, object]>([
  ["without positions", { valuationDay: "2026-11-23", instruments: [] }],
  ["that is refused", { code: "timedout" }],
])("none of days for a portfolio %s", async (_, answer) => {
  expect(await sendRanged(answer)).toEqual([]);
});

test("none that the address may ask for otherwise", () => {
  const list: EarlyCall = { path: "/doc", unfiltered: true };
  const paths = () => {
    sent.mockClear();
    sendEarlyCalls({ base: "/api", calls: [list, ...calls], viewAsKey: "view", tabAccountKey: "account" }, presetRange);
    return sent.mock.calls.map(([address]) => address as string);
  };
  expect(paths()).toEqual(["/api/doc", ...ownCalls]);
  search = "?search=report";
  expect(paths()).toEqual(ownCalls);
});

/** Small calls, which one call reads together. */
const small: EarlyCall[] = [
  { path: "/company/__person__/companies", together: true },
  { path: "/doc/__holderType__/__holderId__/requests", together: true },
];
const sendSmall = (answers: () => Promise<Response>) => {
  sent.mockImplementation(async (address) =>
    (address as string).includes("/together") ? answers() : Response.json({ alone: address }),
  );
  sendEarlyCalls({ base: "/api", calls: small, viewAsKey: "view", tabAccountKey: "account" }, presetRange);
};
const takeSmall = async (path: string): Promise<unknown> => {
  const answer = await fetchOrTake(path, { headers: { authorization: "Bearer t" } });
  return answer.json();
};
const wasAsked = (): unknown[] => sent.mock.calls.map(([address]) => address);
const togetherAddress = `/api/together?paths=${encodeURIComponent("/company/7/companies,/doc/user/7/requests")}`;

test("small calls are sent as one, and each answer is taken", async () => {
  sendSmall(async () => Response.json({ answers: ["[1]", '{"b":2}'] }));
  expect(await takeSmall("/api/company/7/companies")).toEqual([1]);
  expect(await takeSmall("/api/doc/user/7/requests")).toEqual({ b: 2 });
  expect(wasAsked()).toEqual([togetherAddress]);
});

test.each<[string, () => Promise<Response>, string[]]>([
  ["that one has no answer to", async () => Response.json({ answers: [null, "{}"] }), ["/api/company/7/companies"]],
  [
    "are all asked for by themselves if it is refused",
    async () => new Response("{}", { status: 404 }),
    ["/api/company/7/companies", "/api/doc/user/7/requests"],
  ],
])("small calls %s, by themselves", async (_, answers, alone) => {
  sendSmall(answers);
  for (const path of alone) expect(await takeSmall(path)).toEqual({ alone: path });
  expect(wasAsked()).toEqual([togetherAddress, ...alone]);
});

test("without a connection each small call fails by itself, as if it had been sent", async () => {
  sendSmall(async () => Promise.reject(new TypeError("offline")));
  await expect(takeSmall("/api/company/7/companies")).rejects.toThrow("offline");
});

const take = (headers: Record<string, string> = {}, method = "GET") =>
  fetchOrTake("/api/doc/user/7/requests", { method, headers: { authorization: "Bearer t", ...headers } });

test("an answer is taken once", async () => {
  early();
  const answer = await sent.mock.results[1]?.value;
  sent.mockClear();
  expect(await take()).toBe(answer);
  expect(sent).not.toHaveBeenCalled();
  await take();
  expect(sent).toHaveBeenCalledTimes(1);
});

test.each<[string, () => Promise<Response>]>([
  ["for another session", () => take({ authorization: "Bearer other" })],
  ["in a view-as", () => take({ "x-view-as": "3" })],
  ["for a part of a file", () => take({ range: "bytes=0-1" })],
  ["for a change", () => take({}, "POST")],
  [
    "a minute later",
    () => {
      vi.advanceTimersByTime(60_000);
      return take();
    },
  ],
])("it is not taken %s", async (_, ask) => {
  early();
  sent.mockClear();
  await ask();
  expect(sent).toHaveBeenCalledTimes(1);
});
