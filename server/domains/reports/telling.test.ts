/** Who is told of a report that is there to be read, in which language, and that it is once. */
import type { Holder } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMail } from "../../adapters/mail/render.ts";
import { firm } from "../../adapters/mail/testing/firm.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { arrangeDelegation } from "../delegations/testing/arranged.ts";
import { arrangeHolder } from "../onboarding/testing/holders.ts";
import { listTellings } from "./publication.ts";
import { tellOfReport } from "./telling.ts";
import { arrangeReport } from "./testing/arranged.ts";

let app: TestApp;
let client: TestUser;
let own: Holder;
const sent: Parameters<TestApp["services"]["mail"]["send"]>[1][] = [];

beforeAll(async () => {
  app = await createTestApp();
  client = await app.as("client", { name: "Iva Ivanova" });
  own = { holderType: "user", holderId: client.id };
  app.services.mail.send = async (_trx, message) => void sent.push(message);
});
afterAll(() => app.close());

const tell = (id: number, holder: Holder, kind: "assets" | "taxPL" = "assets"): Promise<boolean> =>
  transact(app.services, (tx) => tellOfReport(tx, { id, holder, kind, from: "2026-01-01", to: "2026-03-31" }));
const newsOf = ({ id, client: { notifications } }: TestUser) => notifications.listOfUser({ params: { id } });
const emailOf = async ({ id }: TestUser): Promise<string> =>
  (await app.database.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;

test("the client and each delegate with its part are told once, in their own language", async () => {
  const { db } = app.database;
  const [accountant, taxAdviser, former] = [await app.as("client"), await app.as("client"), await app.as("client")];
  await accountant.client.users.setPreferences({
    params: { id: accountant.id },
    body: { newPrefs: { language: "pl" } },
  });
  await arrangeDelegation(db, own, accountant, { parts: ["reports"] });
  await arrangeDelegation(db, own, accountant, { parts: ["reports", "tax"] });
  await arrangeDelegation(db, own, taxAdviser, { parts: ["tax", "documents"] });
  await arrangeDelegation(db, own, former, { parts: ["reports"], ended: true });
  const id = await arrangeReport(db, own);
  sent.length = 0;
  expect([await tell(id, own), await tell(id, own)]).toEqual([true, false]);

  const name = textIn("pl")("reports.kind.assets");
  expect(await newsOf(client)).toMatchObject([
    { type: "reportPublished", target_id: id, params: { name_pl: name, from: "2026-01-01", day: "2026-03-31" } },
  ]);
  expect(await newsOf(accountant)).toMatchObject([
    { type: "reportShared", target_id: id, params: { name: "Iva Ivanova", name_pl: name } },
  ]);
  expect([await newsOf(taxAdviser), await newsOf(former)]).toEqual([[], []]);
  expect(sent.map(({ to }) => to)).toEqual([await emailOf(client), await emailOf(accountant)]);
  // For the proof of delivery, whatever it was told by.
  expect((await listTellings(db, id)).map(({ name }) => name)).toEqual([client.name, accountant.name]);

  const [toClient, toAccountant] = sent.map((mail) => ({ mail, ...renderMail(mail.language, mail, firm) }));
  expect(toClient?.text).toContain("Statement of client assets, 1 January 2026 – 31 March 2026.");
  expect(toClient?.mail.params).toMatchObject({
    link: expect.stringMatching(new RegExp(`/en/reports/${id}\\?company=0$`)),
  });
  expect(toAccountant?.subject).toMatch(/^Gotowy jest udostępniony raport: /);
  expect(toAccountant?.text).toContain("(Iva Ivanova)");

  const tax = await arrangeReport(db, own, "taxPL");
  await tell(tax, own, "taxPL");
  expect((await newsOf(taxAdviser)).map(({ type }) => type)).toEqual(["reportShared"]);
});

test("of a company each representative is told, and one who is its delegate too only once", async () => {
  const [office, admin] = [await app.as("office"), await app.as("admin")];
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  await arrangeDelegation(app.database.db, holder, owner, { parts: ["reports"] });
  const id = await arrangeReport(app.database.db, holder);
  sent.length = 0;
  await tell(id, holder);
  expect(sent.map(({ to, params }) => [to, params["type" as keyof typeof params]])).toEqual([
    [await emailOf(owner), "reportPublished"],
  ]);
});

test("told twice at the same moment, it is told once", async () => {
  const id = await arrangeReport(app.database.db, own);
  const results = await Promise.all([tell(id, own), tell(id, own), tell(id, own)]);
  expect(results.filter(Boolean)).toHaveLength(1);
});
