/** A code confirms the withdrawal that it was mailed for, and nothing else. */
import type { ApiError } from "@portico/api/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf, recordMails } from "../../../testing/effects.ts";
import { payableAccount, payer, payingCompany, setWithdrawalFee, withdraw } from "../testing/payments.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  admin = await app.as("admin");
});
afterAll(() => app.close());

/** Asks for a code, reads it in the mail, and confirms it; what the mail named. */
async function confirmByMail(
  by: TestUser,
  request: () => Promise<{ for: string | null }>,
): Promise<string | undefined> {
  const mails = recordMails(app);
  const { for: bound } = await request();
  const mail = mails.findLast(({ template }) => template === "code");
  if (mail?.template !== "code" || bound === null) throw new Error("no code was mailed");
  await by.client.sessions.checkValidation({ params: { id: by.id }, body: { string: mail.params.code, for: bound } });
  return mail.params.about;
}

test("a withdrawal's code confirms no other sum, currency or account, and the mail names the sum and the last digits", async () => {
  const user = await payer(app, "1000");
  const other = await payableAccount(app, user.holder);
  const ask = (sum: string, accountId = user.account) =>
    codeOf(
      user.client.payments.requestTransaction({
        params: user.holder,
        body: { type: "withdrawal", transactionInfo: { sum, currency: "EUR", accountId } },
      }),
    );
  const about = await confirmByMail(user, () =>
    user.client.payments.requestWithdrawalCode({
      params: user.holder,
      body: { sum: "100.00", currency: "EUR", accountId: user.account },
    }),
  );
  expect(about).toMatch(/^100\.00 EUR → …\d{4}$/);
  const foreign = await payer(app, "1");
  const ofOthers = user.client.payments.requestWithdrawalCode({
    params: user.holder,
    body: { sum: "1", currency: "EUR", accountId: foreign.account },
  });
  expect(await codeOf(ofOthers)).toBe("badInput");
  expect(await ask("900")).toBe("freshCodeNeeded");
  expect(await ask("100", other)).toBe("freshCodeNeeded");
  expect(await ask("100")).toBe("done");
  expect(await ask("100"), "it works once").toBe("freshCodeNeeded");
});

test("a code for any step, or for a list of accounts, confirms no withdrawal", async () => {
  const user = await payer(app, "1000");
  const mails = recordMails(app);
  await user.client.sessions.requestValidation({ params: { id: user.id }, body: {} });
  const mail = mails.find(({ template }) => template === "code");
  const string = mail?.template === "code" ? mail.params.code : "";
  await user.client.sessions.checkValidation({ params: { id: user.id }, body: { string } });
  const ask = user.client.payments.requestTransaction({
    params: user.holder,
    body: { type: "withdrawal", transactionInfo: { sum: "1", currency: "EUR", accountId: user.account } },
  });
  expect(await codeOf(ask)).toBe("freshCodeNeeded");
});

test("a fee that changed after the code needs another code", async () => {
  const user = await payer(app, "1000");
  const wish = { sum: "10", currency: "EUR", accountId: user.account };
  await confirmByMail(user, () => user.client.payments.requestWithdrawalCode({ params: user.holder, body: wish }));
  await setWithdrawalFee(app, { value: "7" });
  const ask = user.client.payments.requestTransaction({
    params: user.holder,
    body: { type: "withdrawal", transactionInfo: wish },
  });
  expect(await codeOf(ask)).toBe("freshCodeNeeded");
  await setWithdrawalFee(app, null);
});

test("a representative's code confirms one withdrawal of the company, and none is mailed for what they cannot confirm", async () => {
  const company = await payingCompany(app, { office, admin }, "two");
  const [first, second] = company.people;
  const { holder } = company;
  const one = await withdraw(app, first, { ...company, sum: "100" });
  const other = await withdraw(app, first, { ...company, sum: "100" });
  const confirm = (requestId: number) =>
    codeOf(second.client.payments.confirmWithdrawal({ params: { ...holder, requestId }, body: {} }));
  const request = (by: TestUser, requestId: number) =>
    by.client.payments.requestWithdrawalCode({ params: holder, body: { requestId } });
  expect(await codeOf(request(first, one.id))).toBe("stateConflict");
  const stranger = await payer(app, "1");
  const foreign = stranger.client.payments.requestWithdrawalCode({
    params: stranger.holder,
    body: { requestId: one.id },
  });
  expect(await codeOf(foreign)).toBe("notFound");
  await confirmByMail(second, () => request(second, one.id));
  expect(await confirm(other.id)).toBe("freshCodeNeeded");
  expect(await confirm(one.id)).toBe("done");
});

test("no code is mailed for a withdrawal that would be refused", async () => {
  const user = await payer(app, "1000");
  await setWithdrawalFee(app, { value: "7" });
  const mails = recordMails(app);
  const request = async (sum: string, more: { currency?: string; accountId?: number } = {}) => {
    const asked = user.client.payments.requestWithdrawalCode({
      params: user.holder,
      body: { sum, currency: "EUR", accountId: user.account, ...more },
    });
    return asked.then(
      () => "mailed",
      (error: ApiError) => error.errors.map(({ path, code }) => `${path} ${code}`).join() || error.code,
    );
  };
  expect(await request("0")).toBe("sum tooSmall");
  expect(await request("-5")).toBe("sum tooSmall");
  expect(await request("10.001")).toMatch(/^sum /);
  expect(await request("993.01"), "with the fee it is more than there is").toBe("sum moreThanHeld");
  expect(await request("1e9")).toMatch(/^sum /);
  expect(await request("1", { currency: "USD" })).toBe("accountId otherCurrency");
  expect(await request("1", { accountId: 999_999 })).toBe("accountId accountGone");
  expect(mails.filter(({ template }) => template === "code")).toEqual([]);
  expect(await request("993")).toBe("mailed");
  expect(mails.filter(({ template }) => template === "code")).toHaveLength(1);
  await setWithdrawalFee(app, null);
});
