/**
 * A caller who may not know of something cannot distinguish it from something that does not exist: every call that
 * names a holder, company, form, file, notification or the like, compared byte by byte. Derived from the declarations:
 * a call with a new kind of id fails until it is covered.
 */
import { api } from "@portico/api";
import { fillPath } from "@portico/api/client.ts";
import type { Access, Endpoint } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { arrangeDelegation } from "../domains/delegations/testing/arranged.ts";
import { type CompanyPath, companyWithDraft } from "../domains/forms/testing/filled.ts";
import { arrangeReport, arrangeSubscription } from "../domains/reports/testing/arranged.ts";
import { hashPassword } from "../domains/sessions/passwords/passwords.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { areThere, arrangeThings } from "./testing/things.ts";

interface Call {
  name: string;
  endpoint: Endpoint;
  /** Names of the path parameters. */
  params: string[];
}
const calls: Call[] = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${domain}.${name}`,
    endpoint,
    params: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, param = ""]) => param),
  })),
);

/** The parameters by which the access check determines the owner. */
const subjectParams = (access: Access): string[] => {
  if (access.kind === "holder") return ["holderType", "holderId"];
  if (access.kind === "owner") return ["id"];
  return access.kind === "self" || access.kind === "company" ? [access.param] : [];
};
/** The call names something of a person or company and admits only them and staff. */
const isGuarded = ({ endpoint }: Call) => subjectParams(endpoint.access).length > 0;
const guarded = calls.filter(isGuarded);
const ofStaff = calls.filter(({ endpoint, params }) => endpoint.access.kind === "staff" && params.length > 0);

/** Parameters that name nobody's data. */
const nobodys = [
  "type",
  "figure",
  "from",
  "to",
  "email",
  "revision",
  "offset",
  "number",
  "version",
  "definitionId",
  "commentId",
];
/** Ids within a holder's data: a foreign id under the caller's own path is answered like a missing one. */
const nested: Record<string, string> = {
  "contracts.get": "id",
  "contracts.fillIn": "id",
  "contracts.markOpened": "id",
  "contracts.sign": "id",
  "contracts.reject": "id",
  "contracts.evidence": "id",
  "corporateActions.elect": "id",
  "tickets.get": "id",
  "tickets.resolve": "id",
  "tickets.addComment": "id",
  "tickets.listComments": "id",
  "tickets.getMail": "id",
  "delegations.end": "delegationId",
  "delegations.giveUp": "delegationId",
  "reports.unsubscribe": "subscriptionId",
  "documents.get": "docId",
  "documents.getThumbnail": "docId",
  "documents.addVersion": "docId",
  "documents.markOpened": "docId",
  "files.describe": "fileId",
  "files.download": "fileId",
  "files.remove": "fileId",
  "uploads.get": "uploadId",
  "uploads.append": "uploadId",
  "uploads.finish": "uploadId",
  "uploads.remove": "uploadId",
  "notifications.remove": "id",
  "payments.withdrawRequest": "requestId",
  "funds.withdrawJoin": "joinId",
  "payments.confirmWithdrawal": "requestId",
  "sessions.endSession": "sessionId",
  "sessions.removePasskey": "passkeyId",
};
const password = "quiet-harbour-at-dawn";
/** Bodies that these calls need before they look for the object. */
const bodies: Record<string, object> = {
  "sessions.removePasskey": { currentPassword: password },
  "delegations.end": {},
  "delegations.giveUp": {},
  "reports.unsubscribe": {},
  "documents.addVersion": { fileName: "a.png", base64data: "AAAA" },
  "uploads.append": Buffer.alloc(10),
  "uploads.finish": { sha256: "0".repeat(64) },
  "contracts.fillIn": { contract_data: {}, sha256: "0".repeat(64) },
  "contracts.reject": { clientRejectMsg: "No" },
  "corporateActions.elect": { option: null },
  "tickets.addComment": { content: "Let me in" },
};
/** Calls whose path names no holder: they find out whose object it is; tested by themselves. */
const unscoped = ["documents.remove:id", "contracts.withdraw:id"];
/** Open calls with an id of something public. */
const open = [
  "countries.get:id",
  "settings.getLogo:logo",
  "verification.getCertificate:fingerprint",
  "funds.getDefinition:id",
  "funds.getDefinitionHistory:id",
  "funds.getDefinitionDocument:id",
  "funds.getDefinitionDocument:documentId",
  // The firm's, for everybody who is signed in.
  "funds.getFund:id",
  "funds.getFundNavs:id",
  "funds.getFundDocument:id",
  "funds.getFundDocument:documentId",
  "content.get:page",
  "content.getPicture:picture",
];
/** Body fields that name an object, in calls for clients; tried by the last two lists of tests. */
const namedInBodies = [
  "users.setLastCompany:lastCompany",
  "payments.requestTransaction:instrumentId",
  // Of a public definition: server/domains/funds/joins/joins.test.ts.
  "funds.join:definition_id",
  // Of the holder alone: server/domains/payments/withdrawals/withdrawals.test.ts.
  "payments.requestTransaction:accountId",
  // The same: server/domains/payments/withdrawals/codes.test.ts.
  "payments.requestWithdrawalCode:accountId",
  "payments.requestWithdrawalCode:requestId",
  // The writer's own, or refused: server/domains/tickets/tickets.test.ts.
  "tickets.create:creator_id",
  "tickets.addComment:creator_id",
];

const missing = 999_999_999;
let app: TestApp;
/** The owner of the objects: a person, and the company that they act for. */
let owner: TestUser;
let company: CompanyPath;
const strangers = {} as Record<
  "another client" | "a former representative" | "another company's representative",
  TestUser
>;
let disabled: TestUser;
/** A former member of staff who is now only a client. */
let formerStaff: TestUser;
const foreign: Record<string, number> = {};

const companyHolder = (): Holder => ({ holderType: "company", holderId: company.holderId });

beforeAll(async () => {
  app = await createTestApp();
  const office = await app.as("office");
  owner = await app.as("client", { clientNumber: "OWN-1" });
  const begun = await companyWithDraft(app, owner);
  company = begun.path;
  // A submitted version besides a draft.
  await owner.client.forms.snapshot({ params: company, body: {} });
  const returned = { newState: "returnedKYC", revision: 1, reason: "The extract is old." } as const;
  await office.client.companies.modifyState({ params: { id: company.holderId }, body: returned });
  await owner.client.forms.create({ params: company, body: {} });
  for (const who of ["another client", "a former representative", "another company's representative"] as const)
    strangers[who] = await app.as("client", { clientNumber: `STRANGE-${who}` });
  disabled = await app.as("client");
  const former = strangers["a former representative"];
  const edit = (newRepIDs: number[]) =>
    office.client.companies.editRepresentatives({ params: { id: company.holderId }, body: { newRepIDs } });
  await edit([owner.id, former.id, disabled.id]);
  await former.client.users.setLastCompany({ params: { id: former.id }, body: { lastCompany: company.holderId } });
  await edit([owner.id, disabled.id]);
  await companyWithDraft(app, strangers["another company's representative"]);
  await app.database.db.updateTable("app_user").set({ state: "disabled" }).where("id", "=", disabled.id).execute();
  await app.database.db
    .updateTable("app_user")
    .set({ password_hash: await hashPassword(password) })
    .where("id", "=", strangers["another client"].id)
    .execute();
  formerStaff = await app.as("admin");
  await app.database.db.updateTable("app_user").set({ role: "client" }).where("id", "=", formerStaff.id).execute();
  Object.assign(foreign, await arrangeThings(app, owner), {
    userReportId: await arrangeReport(app.database.db, { holderType: "user", holderId: owner.id }),
    delegationId: await arrangeDelegation(app.database.db, { holderType: "user", holderId: owner.id }, owner, {
      parts: ["tax"],
    }),
    subscriptionId: await arrangeSubscription(app.database.db, { holderType: "user", holderId: owner.id }, owner),
    companyReportId: await arrangeReport(app.database.db, companyHolder()),
  });
}, 60_000);
afterAll(() => app.close());

/** The visible parts of an answer: everything except the time. */
const seen = ({ statusCode, headers, rawPayload }: LightMyRequestResponse) => {
  const { date: _moment, ...rest } = headers;
  return { statusCode, headers: rest, body: rawPayload.toString("hex") };
};

/** Both answer formats that callers can request. */
const accepts = ["*/*", "application/json, application/problem+json"];

const make = (
  { endpoint }: Call,
  token: string,
  params: Record<string, unknown>,
  accept: string,
  payload: object = { unfit: true },
) =>
  app.app.inject({
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    headers: {
      accept,
      authorization: `Bearer ${token}`,
      ...(payload instanceof Buffer && { "content-type": "application/octet-stream" }),
    },
    // Invalid unless stated otherwise, so that nothing changes for callers who are let through.
    ...(endpoint.body && { payload }),
  });

/** The object that `id` names in a call's path. */
const foreignId = (name: string) => {
  if (name.startsWith("contracts.")) return foreign["contractId"];
  return foreign[name.startsWith("tickets.") ? "ticketId" : "id"];
};

/** Parameters of every kind; those that name a holder name this one. */
const paramsOf = ({ name, endpoint: { access } }: Call, { holderType, holderId }: Holder): Record<string, unknown> => {
  const subject = subjectParams(access);
  return {
    ...foreign,
    id: foreignId(name),
    email: "nobody@test.example",
    type: /^(documents|contracts)\./.test(name) ? "all" : holderType === "user" ? "KYC" : "companyKYC",
    figure: "currentValue",
    from: "2026-01-01",
    to: "2026-01-31",
    day: "2026-01-31",
    revision: 1,
    offset: 0,
    version: 1,
    batchId: 1,
    holderType,
    holderId,
    ...(access.kind === "staff" && { userId: holderId, id: holderId }),
    ...(access.kind === "owner" && { id: holderId === missing ? missing : foreign[`${holderType}ReportId`] }),
    ...((access.kind === "self" || access.kind === "company") &&
      subject.length > 0 && { [subject[0] ?? ""]: holderId }),
  };
};

const kindsOf = ({ endpoint: { access }, params }: Call): Holder["holderType"][] => {
  if (access.kind === "self") return ["user"];
  if (access.kind === "company") return ["company"];
  return params.includes("holderType") || access.kind === "holder" || access.kind === "owner"
    ? ["user", "company"]
    : ["user"];
};
const thingOf = (holderType: Holder["holderType"]): Holder =>
  holderType === "user" ? { holderType, holderId: owner.id } : companyHolder();

test("every id in a path is known to these tests: whose it is, or that it is nobody's", () => {
  for (const call of calls) {
    const { access } = call.endpoint;
    for (const param of call.params) {
      const known =
        subjectParams(access).includes(param) ||
        nobodys.includes(param) ||
        nested[call.name] === param ||
        access.kind === "staff" ||
        open.includes(`${call.name}:${param}`) ||
        unscoped.includes(`${call.name}:${param}`) ||
        (access.kind === "anyone" && param === "name");
      expect(known, `${call.name} has a new parameter: ${param}`).toBe(true);
    }
  }
  for (const name of Object.keys(nested)) expect(guarded.map((call) => call.name)).toContain(name);
});

test("every id in the body of a client's call is known to these tests", () => {
  const found = guarded.flatMap(({ name, endpoint }) => {
    if (!endpoint.body) return [];
    const schema = JSON.stringify(z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" }));
    return [...schema.matchAll(/"(\w+(?:Id|ID|_id|Ids|IDs|Company))":\{/g)].map(([, field = ""]) => `${name}:${field}`);
  });
  // Fields that only staff may set, in calls that holders also make, are refused before their value is used.
  expect([...new Set(found)].filter((one) => !one.startsWith("sessions.")).toSorted()).toEqual(
    namedInBodies.toSorted(),
  );
});

for (const who of ["another client", "a former representative", "another company's representative"] as const)
  describe(who, () => {
    for (const call of guarded)
      test(`${call.name} answers as if the holder were not there`, async () => {
        for (const kind of kindsOf(call))
          for (const accept of accepts) {
            const { token } = strangers[who];
            const there = await make(call, token, paramsOf(call, thingOf(kind)), accept);
            const nowhere = await make(call, token, paramsOf(call, { holderType: kind, holderId: missing }), accept);
            expect(seen(there), kind).toEqual(seen(nowhere));
            expect(there.statusCode).toBe(404);
          }
      });
    for (const call of ofStaff)
      test(`${call.name}, which is staff's, tells nothing of what is there`, async () => {
        for (const kind of kindsOf(call))
          for (const token of [strangers[who].token, formerStaff.token]) {
            const there = await make(call, token, paramsOf(call, thingOf(kind)), "*/*");
            const nowhere = await make(call, token, paramsOf(call, { holderType: kind, holderId: missing }), "*/*");
            expect(seen(there), kind).toEqual(seen(nowhere));
            expect(there.statusCode).toBe(403);
          }
      });
  });

test("a disabled person's session opens nothing: every call answers as to a token that never was", async () => {
  for (const call of calls) {
    if (call.endpoint.access.kind === "anyone") continue;
    for (const kind of kindsOf(call)) {
      const holder = kind === "user" ? ({ holderType: "user", holderId: disabled.id } as const) : companyHolder();
      const there = await make(call, disabled.token, paramsOf(call, holder), "*/*");
      const never = await make(call, "x".repeat(43), paramsOf(call, holder), "*/*");
      expect(seen(there), call.name).toEqual(seen(never));
      expect(`${call.name} ${there.statusCode}`).toBe(`${call.name} 401`);
    }
  }
});

test("the same paths lead the rightful ones to what is there: the tests above ask for what exists", async () => {
  for (const call of guarded.filter(({ endpoint }) => endpoint.method === "GET"))
    for (const kind of kindsOf(call)) {
      const { statusCode } = await make(call, owner.token, paramsOf(call, thingOf(kind)), "*/*");
      const isOfUserAlone = kind === "company" && nested[call.name] !== undefined;
      const hasNoNumber = kind === "company" && /^(portfolios|payments|benchmarks)\.(?!listAccounts$)/.test(call.name);
      const hasNoForm = kind === "user" && call.name.startsWith("forms.") && !call.name.includes("Persons");
      if (isOfUserAlone || hasNoNumber || hasNoForm) continue;
      // The file's bytes were never stored: it is lost.
      // What they ask for is in the query.
      if (
        [
          "documents.zip",
          "chats.getTranscript",
          "payments.getPaymentCode",
          "portfolios.getHolding",
          "portfolios.getHoldingReturn",
        ].includes(call.name)
      )
        expect(statusCode).toBe(400);
      // It is not signed yet.
      else if (call.name === "contracts.evidence") expect(statusCode).toBe(409);
      else if (["files.download", "documents.getThumbnail"].includes(call.name))
        expect([200, 410]).toContain(statusCode);
      else expect(`${call.name} ${kind} ${statusCode}`).toBe(`${call.name} ${kind} 200`);
    }
});

for (const [name, param] of Object.entries(nested))
  test(`${name}: another's ${param} under one's own path is answered as one that is not there`, async () => {
    const call = guarded.find((one) => one.name === name) as Call;
    const stranger = strangers["another client"];
    for (const accept of accepts) {
      const base = paramsOf(call, { holderType: "user", holderId: stranger.id });
      const theirs = param === "id" ? foreignId(name) : foreign[param];
      const there = await make(call, stranger.token, { ...base, [param]: theirs }, accept, bodies[name] ?? {});
      const nowhere = await make(call, stranger.token, { ...base, [param]: missing }, accept, bodies[name] ?? {});
      expect(seen(there)).toEqual(seen(nowhere));
      expect([200, 404], "it was looked for").toContain(there.statusCode);
    }
    // The object is unchanged.
    expect(await areThere(app, foreign)).toBe(true);
  });

test("withdrawing another's contract is answered as withdrawing one that does not exist, and it stays", async () => {
  const withdraw = async ({ token }: TestUser, id: number) => {
    const url = `/contract/${id}/withdraw`;
    return seen(await app.app.inject({ method: "PATCH", url, headers: { authorization: `Bearer ${token}` } }));
  };
  for (const stranger of [...Object.values(strangers), formerStaff]) {
    const there = await withdraw(stranger, foreign["contractId"] ?? 0);
    expect(there).toEqual(await withdraw(stranger, missing));
    expect(there.statusCode).toBe(404);
  }
  expect(await areThere(app, foreign)).toBe(true);
});

test("removing another's document is answered as removing one that does not exist, and it stays", async () => {
  const remove = async ({ token }: TestUser, id: number) => {
    const url = `/doc/${id}`;
    return seen(await app.app.inject({ method: "DELETE", url, headers: { authorization: `Bearer ${token}` } }));
  };
  for (const stranger of [...Object.values(strangers), formerStaff]) {
    const there = await remove(stranger, foreign["docId"] ?? 0);
    expect(there).toEqual(await remove(stranger, missing));
    expect(there.statusCode).toBe(404);
  }
  expect(await areThere(app, foreign)).toBe(true);
});

test("what a former representative is told of themself no longer names the company, nor what concerns it", async () => {
  const { id, client } = strangers["a former representative"];
  await app.database.db
    .insertInto("notification")
    .values({ holder_type: "company", holder_id: company.holderId, type: "generic", text: "For those who act for it" })
    .execute();
  const profile = await client.users.get({ params: { id } });
  expect([profile.repCompanies, profile.lastCompany]).toEqual([[], null]);
  expect((await client.users.getState({ params: { id } })).repCompanies).toEqual([]);
  expect(await client.companies.listOwn({ params: { userId: id } })).toEqual([]);
  expect(await client.companies.getStartedState({ params: { userId: id } })).toEqual({ id: null, state: null });
  expect(await client.notifications.listOfCompanies({ params: { userId: id } })).toEqual([]);
  expect(await client.forms.getPersons({ params: { id } })).toEqual([]);
  const own = await owner.client.notifications.listOfCompanies({ params: { userId: owner.id } });
  expect(own.map(({ text }) => text)).toContain("For those who act for it");
});

test("choosing another's company is answered as choosing one that does not exist, and remembers nothing", async () => {
  const { id, token, client } = strangers["another client"];
  const choose = (lastCompany: number) =>
    app.app.inject({
      method: "PATCH",
      url: `/user/${id}/lastCompany`,
      headers: { authorization: `Bearer ${token}` },
      payload: { lastCompany },
    });
  expect(seen(await choose(company.holderId))).toEqual(seen(await choose(missing)));
  expect((await client.users.get({ params: { id } })).lastCompany).toBeNull();
});

test("a form that names another's file is told the same as one that names none", async () => {
  const creator = await app.as("client", { state: "preKYC" });
  const faultOf = async (fileId: number) => {
    const { path } = await companyWithDraft(app, creator);
    await creator.client.forms.create({
      params: path,
      body: { formData: { documents: { registerExtract: [{ id: fileId, name: "passport.png", size: 10 }] } } },
    });
    const { faults } = await creator.client.forms.check({ params: path });
    return faults;
  };
  const foreignFile = await faultOf(foreign["fileId"] ?? 0);
  expect(foreignFile).toEqual(await faultOf(missing));
  expect(foreignFile.map(({ code }) => code)).toContain("fileGone");
});
