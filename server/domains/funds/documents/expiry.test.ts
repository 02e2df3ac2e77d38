/** Documents of funds that end soon: staff hear of each once. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { pdfWith } from "../../files/testing/samples.ts";
import { newFund } from "../testing/arranged.ts";
import { notifyExpiring } from "./expiry.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office");
  internal = await app.as("internal");
});
afterAll(() => app.close());

const today = new Date().toISOString().slice(0, 10);
/** Each file is another one. */
let files = 0;
const add = (fundId: number, language: "bg" | "en", validUntil: string | null) =>
  office.client.funds.addFundDocument({
    params: { id: fundId },
    body: {
      kind: "kid",
      language,
      valid_from: addDays(today, -100),
      valid_until: validUntil,
      fileName: "kid.pdf",
      base64data: pdfWith(`/Lang (en-${++files})`).toString("base64"),
    },
  });
const toldTo = async (who: TestUser) =>
  (await who.client.notifications.listOfUser({ params: { id: who.id } }))
    .filter(({ type }) => type === "fund_document")
    .map(({ params }) => params)
    .toReversed();

test("office and admin are told of a fund's documents that end soon, each once", async () => {
  const fund = await newFund(admin, { name: "Ending" });
  await add(fund.id, "bg", addDays(today, 20));
  await add(fund.id, "en", addDays(today, 10));
  const later = await newFund(admin, { name: "Later" });
  await add(later.id, "en", addDays(today, 200));
  await add(later.id, "bg", null);

  expect(await Promise.all([notifyExpiring(app.services), notifyExpiring(app.services)])).toEqual(
    expect.arrayContaining([{ told: 2 }, { told: 0 }]),
  );
  const told = [{ fund: fund.id, name: "Ending", count: 2, day: addDays(today, 10) }];
  for (const who of [office, admin]) expect(await toldTo(who)).toEqual(told);
  expect(await toldTo(internal)).toEqual([]);

  // A newer document ends soon too: it is another one.
  await add(fund.id, "en", addDays(today, 30));
  expect(await notifyExpiring(app.services)).toEqual({ told: 1 });
  expect(await toldTo(office)).toEqual([...told, { fund: fund.id, name: "Ending", count: 1, day: addDays(today, 30) }]);
});
