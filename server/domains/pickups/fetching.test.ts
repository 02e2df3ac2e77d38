/** Rates of the European Central Bank and prices from an address: checked as uploads are, stored by the rule or by a person. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { upload } from "../imports/testing/uploads.ts";
import { fetchQuotes } from "./fetching.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let server: Server;
let url: string;
let answer = { status: 200, body: "" };
let minute = 0;
beforeAll(async () => {
  app = await createTestApp({ insideAddresses: ["127.0.0.1"] });
  app.services.now = () => new Date(Date.parse("2026-11-25T17:00:00Z") + minute++ * 60_000);
  admin = await app.as("admin");
  office = await app.as("office");
  server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body)).listen(
    0,
    "127.0.0.1",
  );
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stats/eurofxref-hist-90d.xml`;
});
afterAll(async () => {
  server.close();
  await app.close();
});

/** As the bank publishes it. */
const ecb = (days: Record<string, Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${Object.entries(
    days,
  )
    .map(
      ([day, rates]) =>
        `<Cube time="${day}">${Object.entries(rates)
          .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`)
          .join("")}</Cube>`,
    )
    .join("")}</Cube></gesmes:Envelope>`;

const source = (more: object = {}) => ({ isOn: true, automatic: true, url, expectedBy: null, ...more });
const set = (data: object) =>
  admin.client.settings.save({ params: { name: "quoteSources" }, body: { data: { prices: null, ...data } } });
const stored = async () =>
  (
    await sql<{ line: string }>`
      select concat_ws(' ', currency, day, per_euro::text, source) as line from fx_rate where source = 'ECB' order by day, currency`.execute(
      app.services.db,
    )
  ).rows.map(({ line }) => line);
const fetchNow = async (body: string, status = 200) => {
  answer = { status, body };
  await fetchQuotes(app.services, "ecb");
  const [file] = await office.client.pickups.listFiles({ query: { source: "ecb" } });
  return file;
};

test("the ECB's file is recognised when staff upload it", async () => {
  const preview = await office.client.imports.preview({
    body: { fileName: "eurofxref-daily.xml", content: ecb({ "2026-11-20": { USD: "1.0910", JPY: "161.5" } }) },
  });
  expect(preview).toMatchObject({ kind: "rates", format: "ecb", state: "previewed", newRows: 2 });
  const future = await upload(office, ecb({ "2027-01-04": { USD: "1.1" }, "2026-11-20": { USD: "0" } }), {
    kind: "rates",
  });
  expect(future.refusals.map(({ code }) => code)).toEqual(["futureDate", "notPositive"]);
});

test("off, nothing is asked", async () => {
  await fetchQuotes(app.services, "ecb");
  expect(await office.client.pickups.listFiles({ query: { source: "ecb" } })).toEqual([]);
});

test("new days are stored by the rule; the same file again is none, and missing days come with the next", async () => {
  await set({ ecb: source() });
  await fetchNow(ecb({ "2026-11-20": { USD: "1.0910", PLN: "4.3012" } }));
  expect(await stored()).toEqual(["PLN 2026-11-20 4.3012 ECB", "USD 2026-11-20 1.091 ECB"]);
  await fetchNow(ecb({ "2026-11-20": { USD: "1.0910", PLN: "4.3012" } }));
  expect(await office.client.pickups.listFiles({ query: { source: "ecb" } })).toHaveLength(1);
  await fetchNow(
    ecb({ "2026-11-24": { USD: "1.0930" }, "2026-11-23": { USD: "1.0925" }, "2026-11-20": { USD: "1.0910" } }),
  );
  expect(await stored()).toContain("USD 2026-11-23 1.0925 ECB");
});

test("a rate 20 % off waits until a colleague accepts it", async () => {
  const file = await fetchNow(ecb({ "2026-11-25": { USD: "1.4500" } }));
  expect(file).toMatchObject({ state: "taken", waits: ["quotes"] });
  expect(await stored()).not.toContain("USD 2026-11-25 1.45 ECB");
  const params = { id: file?.imports[0]?.id ?? 0 };
  await office.client.imports.acceptQuotes({ params, body: { places: [1] } });
  await office.client.imports.confirm({ params, body: {} });
  expect(await stored()).toContain("USD 2026-11-25 1.45 ECB");
});

test("a corrected rate of a known day changes nothing and is counted", async () => {
  const file = await fetchNow(ecb({ "2026-11-23": { USD: "1.0999" }, "2026-11-24": { PLN: "4.31" } }));
  const preview = await office.client.imports.get({ params: { id: file?.imports[0]?.id ?? 0 } });
  expect(preview.leftOut).toEqual([{ name: "known with another rounding", rows: 1 }]);
  expect(await stored()).toContain("USD 2026-11-23 1.0925 ECB");
});

test("another answer is refused as a file, a broken one as a failure; nothing is stored", async () => {
  const before = await stored();
  expect(await fetchNow("<html><body>maintenance</body></html>")).toMatchObject({ waits: ["refused"] });
  await fetchNow("", 503);
  const { sources } = await office.client.pickups.list();
  expect(sources.find((one) => one.source === "ecb")).toMatchObject({ failure: "badAnswer", failures: 1 });
  expect(await stored()).toEqual(before);
});
