/**
 * The specification's entities, states, roles and limits (sections 3 to 6 and 9), compared with the declarations of the
 * domains that exist.
 */
import { api } from "@portico/api";
import { browserNames, operatingSystems } from "@portico/api/analytics.ts";
import { currencyCodes, findCurrency } from "@portico/api/currencies.ts";
import { loadCurrencyNames } from "@portico/api/currency-names.ts";
import { holderStates } from "@portico/api/holder-states.ts";
import { notificationTypes } from "@portico/api/notification-types.ts";
import { hasStaffLevel, isStaff, roles } from "@portico/api/permissions.ts";
import { portfolioRefetchMs } from "@portico/api/portfolios.ts";
import { holderType, languages } from "@portico/api/shapes.ts";
import { socketReconnection } from "@portico/api/socket-reconnection.ts";
import { expect, test } from "vitest";
import { z } from "zod";

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
}
const schemaOf = (shape: z.ZodType): JsonSchema =>
  z.toJSONSchema(shape, { io: "output", unrepresentable: "any" }) as JsonSchema;
/** The schema under a path of names, including those in lists and nullable ones. */
const within = (schema: JsonSchema | undefined, ...path: string[]): JsonSchema | undefined => {
  const own = schema?.items ?? schema?.anyOf?.find(({ properties, items }) => properties ?? items) ?? schema;
  const [first, ...rest] = path;
  return first === undefined ? own : within(own?.properties?.[first], ...rest);
};
const answerOf = ({ answer }: { answer: z.ZodType }, ...path: string[]) => within(schemaOf(answer), ...path);

const instrument = "name ticker type instrumentCurrency fixing ownedShares avgBuyPrice currentPrice";
const profile = "id email name state role client_number client_data preferences repCompanies lastCompany created_at";

test.each([
  ["user profile", answerOf(api.users.get), profile],
  ["user, after the sign-in", answerOf(api.sessions.verify, "userData"), `${profile} isValidated`],
  ["session", answerOf(api.sessions.verify), "userData token expiry"],
  ["user's state", answerOf(api.users.getState), "state name client_number repCompanies"],
  ["company", answerOf(api.companies.get), "id state client_number created_at"],
  ["form", answerOf(api.forms.get), "form_type form_data revision user_id company_id"],
  ["notification", answerOf(api.notifications.listOfUser), "id type text target_id company_id"],
  [
    "contract",
    answerOf(api.contracts.get),
    "contract_type contract_name contract_data state created_at client_reject_msg",
  ],
  ["ticket", answerOf(api.tickets.get), "title content files creator_type creator_id created_at"],
  ["ticket's comment", answerOf(api.tickets.listComments, "comments"), "content files creator_type creator_id"],
  ["data field", answerOf(api.dataFields.list), "label"],
  ["setting", answerOf(api.settings.get), "name data"],
  ["portfolio", answerOf(api.portfolios.getPortfolio), "totalInvested currentValue returnPercent instruments"],
  [
    "instrument",
    answerOf(api.portfolios.getPortfolio, "instruments"),
    `${instrument} currentPriceInCtrCurrency totalInvested returnVal returnPercent`,
  ],
  ["order", answerOf(api.portfolios.listOrders, "orders"), "date quant price sum"],
  ["transaction", answerOf(api.portfolios.listTransactions, "transactions"), "date quant price sum"],
])("a %s has the specification's fields", (_, schema, fields) => {
  expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(fields.split(" ")));
});

test("FX rates travel as the text of a list, and name code and oneLevEquals", () => {
  expect(answerOf(api.settings.getForexRates)?.properties?.["data"]).toMatchObject({ type: "string" });
});

test("securities are instruments of type 1, currencies of type 9", () => {
  const { anyOf, enum: values } = answerOf(api.portfolios.getPortfolio, "instruments")?.properties?.["type"] ?? {};
  expect(values ?? anyOf?.map((one) => one.const)).toEqual([1, 9]);
});

test("states, roles, kinds of notifications and languages have the specification's names", () => {
  const states = ["pendingKYC", "postKYC", "returnedKYC", "pendingReKYC", "rejected", "disabled"];
  expect([...holderStates].toSorted()).toEqual([...states, "preKYC"].toSorted());
  expect(holderType.options.toSorted()).toEqual(["company", "user"]);
  expect([...roles].toSorted()).toEqual(["admin", "client", "internal", "office"]);
  expect(notificationTypes).toEqual(
    expect.arrayContaining(["generic", "reject_kyc", "rejected_comp_kyc", "failure", "approved_company"]),
  );
  expect([...languages].toSorted()).toEqual(["bg", "en", "pl"]);
});

test.each([
  ["client", false, []],
  ["internal", true, ["internal"]],
  ["office", true, ["internal", "office"]],
  ["admin", true, ["internal", "office", "admin"]],
] as const)("%s: staff %s, with the access of %j", (role, staff, levels) => {
  expect(isStaff(role)).toBe(staff);
  expect((["internal", "office", "admin"] as const).filter((level) => hasStaffLevel(role, level))).toEqual(levels);
});

test("sign-in rows know the specification's systems and browsers", () => {
  expect(operatingSystems).toEqual(["Windows", "MacOS", "UNIX", "Linux", "no detection"]);
  expect(browserNames).toEqual(["chrome", "firefox", "safari", "opera", "edge", "no detection"]);
});

test("every currency has symbol, name, digits and rounding; the Swiss franc rounds to 0.05", async () => {
  const names = await loadCurrencyNames("en");
  for (const code of currencyCodes) {
    expect(findCurrency(code)).toMatchObject({
      symbol: expect.any(String),
      digits: expect.any(Number),
      rounding: expect.any(String),
    });
    expect(names[code], code).toBeTruthy();
  }
  expect(findCurrency("CHF")?.cashRounding).toBe("0.05");
});

test("a one-time code is six digits, a portfolio is fetched every five minutes, a socket comes back as specified", () => {
  const { code } = api.sessions.verify.body.shape;
  expect(["123456", "12345", "1234567", "12345a"].map((text) => code.safeParse(text).success)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(portfolioRefetchMs).toBe(300_000);
  expect(socketReconnection).toEqual({
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
});
