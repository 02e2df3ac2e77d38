/**
 * Every call × machines' keys with all, none, only its own and all but its own scope, derived from the declarations and compared with
 * the list below.
 */
import { api } from "@portico/api";
import { fillPath } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { listMachineScopes } from "@portico/api/machine-scopes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arrangeKey } from "../domains/machines/testing/arranged.ts";
import { arrangeReport } from "../domains/reports/testing/arranged.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

/**
 * What each scope opens, written independently of the declarations to reveal mistakes in them. Not here, so for people alone: whatever
 * signs, confirms, approves, pays out, books, or says who may do what.
 */
const decided: Record<string, string> = {
  "audit:read": "list getProof",
  "benchmarks:read": "listOffered list open listValues listUploads getUpload",
  "colleagues:read": "list listPeople",
  "companies:read": "listOwn get getStartedState getState list",
  "companies:write": "assign",
  "contracts:read":
    "listTemplates listTemplateVersions getStartingTemplate listPlaceholders listBatches getBatch listAll list get listProposable evidence",
  "corporateActions:read": "list get listHolders listElections listOwn",
  "custodians:read": "list listCodes listAccounts listUnknownAccounts",
  "dataExports:read": "list get download",
  "dataExports:write": "create cancel",
  "dataFields:read": "list listArchived countValues",
  "delegations:read": "list",
  "distributionGroups:read": "list listOfUser",
  "distributionGroups:write": "setOfUser",
  "documents:read": "listBatches getBatch listRounds getRound listTypes get list zip getThumbnail listRequests",
  "documents:write": "add addVersion correct remove restore ask closeRequest",
  "files:read": "describe download",
  "files:write": "upload remove",
  "forms:read": "get getStanding check listSubmitted getSubmitted list listRevisions getRevision",
  "funds:read":
    "listAllDefinitions openDefinition listDefinitionIds openFund listExpiringDocuments getNavUpload listNavUploads getFit listJoins listAllJoins",
  "imports:read": "listQuotes get list",
  "imports:write": "preview previewArchive discard",
  "jobs:read": "list listRuns processes",
  "mandates:read": "get listRecords listFlags listNotices listAllNotices listUnknownFalls listLeveraged",
  "marketData:read": "findInstruments",
  "notifications:read": "listOfUser listOfCompanies",
  "notifications:write": "send sendToGroup",
  "ownership:read": "listOwn list",
  "payments:read":
    "getCash listMovements listMovementKinds getPaymentCode listRates listAccounts listNewAccounts listRequests listCandidates listUnexplained listBankEntries listPayable listPaymentFiles listFilePayments",
  "portfolios:read":
    "getPortfolio getVersion listOrders listTransactions getPerformance getProof getSales getResults getRisk getMonthlyReturns getAttribution getIncome getExpectedIncome getCustody getMarks getHolding getHoldingReturn getAsOf getConsolidated getConsolidatedResults listInstruments",
  "reconciliation:read": "listDays listBreaks listAgreed",
  "reportRuns:read": "sample list get listAddressees getProofXlsx getProofCsv listSchedules listOfHolder getProof",
  "reports:read": "list get getPdf getXlsx getCsv listSubscriptions listStatementOpenings listOwnCosts",
  "reports:write": "ask",
  "search:read": "find",
  "tickets:read": "listTopics listTags list listAll report listLate get listComments getMail listMails",
  "tickets:write": "create resolve assign close arrange addComment",
  "timeline:read": "get",
  "uploads:read": "getRoom get",
  "uploads:write": "create append finish remove",
  "users:read": "getState getClientData list get listAccesses",
  "users:write": "setClientData assign",
  "workload:read": "list",
};

const calls = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${domain}.${name}`,
    endpoint,
  })),
);
const opened = new Map<string, string>(
  Object.entries(decided).flatMap(([scope, names]) =>
    names.split(" ").map((name) => [`${scope.split(":")[0]}.${name}`, scope] as const),
  ),
);

let app: TestApp;
let client: TestUser;
let report: number;
/** Keys of an administrator, by what they may do. */
const keys: Record<string, { authorization: string }> = {};
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.database;
  client = await app.as("client", { clientNumber: "A1" });
  report = await arrangeReport(db, { holderType: "user", holderId: client.id });
  const { id: userId } = await app.as("admin");
  const all = Object.keys(decided);
  const key = async (name: string, scopes: readonly string[]) => {
    keys[name] = (await arrangeKey(db, { userId, scopes })).headers;
  };
  await key("all", all);
  await key("none", ["gone:read"]);
  for (const scope of all) {
    await key(scope, [scope]);
    await key(`not ${scope}`, [...all.filter((other) => other !== scope), "gone:write"]);
  }
});
afterAll(() => app.close());

test("each scope opens what is decided, and nothing else", () => {
  const found = [...listMachineScopes(api)].map(([scope, names]) => [
    scope,
    names.map((name) => name.split(".")[1]).join(" "),
  ]);
  expect(Object.fromEntries(found)).toEqual(decided);
});

/** Parameters of a client; what else is named need not be there. */
const params = () =>
  new Proxy({} as Record<string, string | number>, {
    get: (_target, name) =>
      ({
        holderType: "user",
        holderId: client.id,
        userId: client.id,
        email: "nobody@test.example",
        type: "KYC",
        kind: "request",
        list: "users",
        figure: "currentValue",
        from: "2026-01-01",
        to: "2026-01-31",
        day: "2026-01-31",
        name: "portalRules",
        page: "fees",
        picture: "0".repeat(64),
        job: "retention",
        version: 1,
        revision: 1,
        offset: 0,
      })[String(name)] ?? 999_999,
    has: () => true,
  });

async function callWith(key: string, name: string, { method, path, access, body }: Endpoint) {
  const filled = Object.fromEntries(
    path.split("/").flatMap((part) => (part.startsWith(":") ? [[part.slice(1), params()[part.slice(1)]]] : [])),
  );
  if ("id" in filled && path.includes(":id"))
    filled["id"] = access.kind === "owner" ? report : access.kind === "self" ? client.id : 999_999;
  const { statusCode, body: text } = await app.app.inject({
    method,
    url: fillPath(path, filled, name === "marketData.findInstruments" ? { search: "x" } : {}),
    headers: keys[key] ?? {},
    // No call accepts it: what passes the access check stops at validation, before anything changes.
    ...(body && { payload: { unfit: true } }),
  });
  return { statusCode, text };
}

for (const { name, endpoint } of calls)
  test(`${name}: ${opened.get(name) ?? "people alone"}`, async () => {
    if (endpoint.access.kind === "anyone") return expect(opened.has(name)).toBe(false);
    const scope = opened.get(name);
    if (scope === undefined) {
      for (const key of ["all", "none"])
        expect(await callWith(key, name, endpoint)).toEqual({ statusCode: 403, text: "notForMachines" });
      return undefined;
    }
    for (const key of ["none", `not ${scope}`])
      expect(await callWith(key, name, endpoint)).toEqual({ statusCode: 403, text: "scopeMissing" });
    for (const key of ["all", scope]) {
      const { statusCode, text } = await callWith(key, name, endpoint);
      if (endpoint.body) expect(statusCode, text).toBe(400);
      else expect([401, 403, 500], text).not.toContain(statusCode);
    }
    return undefined;
  });
