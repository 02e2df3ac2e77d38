/** The fee table and the treasury facts are checked by what they mean. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { settingDefaults } from "./defaults.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

const name = { bg: "Управление", en: "Management", pl: "Zarządzanie" };
const note = { bg: "", en: "", pl: "" };
const fee = {
  id: "management",
  name,
  kind: "percent",
  value: "1.25",
  currency: "EUR",
  minimum: "120",
  unit: "year",
  vatAdded: true,
  note,
};
const bank = { name: "First Bank", country: "BG", share: "60" };
const other = { name: "Second Bank", country: "PL", share: "40" };
const treasury = { asOf: "2026-11-20", banks: [bank, other], interest: [{ currency: "EUR", rate: "-0.5", note }] };

const save = (setting: string, data: unknown): Promise<string> =>
  admin.client.settings.save({ params: { name: setting }, body: { data } }).then(
    () => "saved",
    (error: { errors: { path: string; code: string }[] }) =>
      error.errors.map(({ path, code }) => `${path} ${code}`).join(", "),
  );

test("a fee table is saved; the defaults are empty", async () => {
  expect(settingDefaults.feeTable).toEqual({ fees: [] });
  expect(await save("feeTable", { fees: [fee, { ...fee, id: "transfer", kind: "amount", minimum: null }] })).toBe(
    "saved",
  );
  expect(await save("feeTable", { fees: [{ ...fee, currency: null, minimum: null, value: "0.0005" }] })).toBe("saved");
});

test.each([
  [{ value: "100.01" }, "data.fees.0.value badFormat"],
  [{ value: "1,5" }, "data.fees.0.value badFormat"],
  [{ value: "-1" }, "data.fees.0.value badFormat"],
  [{ value: "1.00001" }, "data.fees.0.value badFormat"],
  [{ kind: "amount", minimum: null, value: "1.005" }, "data.fees.0.value badFormat"],
  [{ currency: null }, "data.fees.0.currency required"],
  [{ currency: "XXQ" }, "data.fees.0.currency notAllowed"],
  [{ kind: "amount" }, "data.fees.0.minimum notAllowed"],
  [{ kind: "amount", minimum: null, unit: "profit" }, "data.fees.0.unit notAllowed"],
  [{ name: { ...name, pl: " " } }, "data.fees.0.name.pl required"],
  [{ id: "Management" }, "data.fees.0.id badFormat"],
])("a fee with %j is refused at its field", async (part, faults) => {
  expect(await save("feeTable", { fees: [{ ...fee, ...part }] })).toBe(faults);
});

test("a fee of withdrawals names its currency once and takes no VAT on top", async () => {
  const out = { ...fee, kind: "amount", value: "5", minimum: null, unit: "withdrawal", vatAdded: false };
  const others = [
    { ...out, id: "usd", currency: "USD" },
    { ...out, id: "all", kind: "percent", currency: null },
  ];
  expect(await save("feeTable", { fees: [out, ...others] })).toBe("saved");
  expect(await save("feeTable", { fees: [out, { ...out, id: "other" }] })).toBe("data.fees.1.currency twice");
  expect(await save("feeTable", { fees: [{ ...out, vatAdded: true }] })).toBe("data.fees.0.vatAdded notAllowed");
});

test("two fees with one id are refused at the second", async () => {
  expect(await save("feeTable", { fees: [fee, fee] })).toBe("data.fees.1.id twice");
});

test.each([
  [{}, "saved"],
  [{ banks: [bank, { ...other, share: "41" }] }, "data.banks.1.share overHundred"],
  [{ banks: [bank, { ...other, share: "39.9999" }] }, "data.banks.1.share underHundred"],
  [{ banks: [bank, { ...other, share: null }] }, "data.banks.1.share required"],
  [
    {
      banks: [
        { ...bank, share: null },
        { ...other, share: null },
      ],
    },
    "saved",
  ],
  [{ banks: [bank, { ...other, name: "First Bank" }] }, "data.banks.1.name twice"],
  [{ banks: [{ ...bank, country: "QQ", share: "100" }] }, "data.banks.0.country unknownCountry"],
  [{ asOf: null }, "data.asOf required"],
  [{ asOf: "2999-01-01" }, "data.asOf inFuture"],
  [{ asOf: "2026-02-30" }, "data.asOf badDate"],
  [{ interest: [{ currency: "EUR", rate: "2 %", note }] }, "data.interest.0.rate badFormat"],
])("treasury facts with %j: %s", async (part, faults) => {
  expect(await save("treasury", { ...treasury, ...part })).toBe(faults);
});
