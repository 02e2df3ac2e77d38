/**
 * A company with two layers of owners: started, filled in, submitted, approved, and then acted for. Other languages:
 * kyc-texts.
 */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { addOwner, answer, fillSteps, next, send } from "./form-filling.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, signInAsOffice } from "./people.ts";
import { companyAfter, companyBefore, otherOwnerDetails, ownerDetails } from "./people-answers.ts";
import { sendRequired, signRequired } from "./required-contract.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const holding = "Danube Holding";
const t = textIn("en");
const graph = "ownership.owners";

test("a representative registers a company with two layers of owners", async ({ page }) => {
  test.setTimeout(360_000);
  const faults = watchFaults(page);
  const person = await newPerson("Ana Petrova");
  await signInByCalls(page, person);
  await page.goto(`/en/profile`);
  await hydrated(page);
  await page.getByRole("button", { name: t("companies.section.create") }).click();
  await page.waitForURL(/form\/KYC\?company=/);
  const company = Number(new URL(page.url()).searchParams.get("company"));
  await fillSteps(page, companyBefore, { add: t("forms.list.add") });

  const owner = { addShare: t("forms.owners.addShare") };
  const addPerson = { ...owner, add: t("forms.owners.addPerson") };
  await addOwner(page, graph, {
    ...owner,
    add: t("forms.owners.addCompany"),
    name: holding,
    shares: [{ percent: "60" }],
  });
  const ana = await addOwner(page, graph, {
    ...addPerson,
    name: "Ana Petrova",
    shares: [{ of: holding, percent: "80" }],
  });
  const boris = await addOwner(page, graph, {
    ...addPerson,
    name: "Boris Petrov",
    shares: [{ percent: "50" }, { of: holding, percent: "20" }],
  });
  // 60 and 50 exceed 100: reported at once with company and amount; what was typed is kept.
  const tooMuch = page.getByText(t("forms.owners.tooMuch", { name: "Vitosha Consult OOD", percent: "110" }));
  await expect(tooMuch).toBeVisible();
  await answer(page, `${boris}.percent.0`, "40");
  await expect(tooMuch).toHaveCount(0);
  // 80 % of 60 %; 20 % of 60 % and 40 %.
  for (const percent of ["48", "52"])
    await expect(page.getByText(t("forms.owners.indirect", { percent })).first()).toBeVisible();
  for (const [one, details] of [
    [ana, ownerDetails],
    [boris, otherOwnerDetails],
  ] as const)
    for (const [name, value] of Object.entries(details)) await answer(page, `${one}.${name}`, value);
  await expectAccessible(page);
  await next(page);

  await fillSteps(page, companyAfter, { add: t("forms.list.add") });
  await expectAccessible(page);
  await send(page, t);
  await expect(page.getByText(t("forms.sent.waiting"))).toBeVisible();
  await expectAccessible(page);

  const office = await signInAsOffice(test.info().parallelIndex);
  const { current } = await office.client.forms.getRevision({
    params: { holderType: "company", holderId: company, type: "companyKYC", revision: 1 },
  });
  // Ana controls the holding (80 %), whose 60 % count as hers (AMLR, Article 54).
  expect(current.computed.beneficialOwners).toEqual([
    { name: "Ana Petrova", percent: "48", attributed: "60", controls: true },
    { name: "Boris Petrov", percent: "52", attributed: "52", controls: false },
  ]);
  // The contract that the firm requires is a step of its own, which follows without a reload.
  const holder = { holderType: "company", holderId: company } as const;
  await expect(page.getByText(t("contracts.required.firmSends"))).toBeVisible();
  const contract = await sendRequired(office.client, holder);
  const toSign = page.getByRole("link", { name: t("contracts.page.readAndSign") });
  await expect(toSign).toHaveAttribute("href", `/en/contracts/${contract}?company=${company}`);
  await expectAccessible(page);
  await signRequired(office.client, person, holder, contract);
  await expect(toSign).toHaveCount(0);
  const clientNumber = `C-${company}-${Date.now() % 1e6}`;
  await office.client.companies.modifyState({
    params: { id: company },
    body: { newState: "postKYC", revision: 1, clientNumber },
  });

  // No reload: the form shows it, and the account selector has one more company.
  await expect(page.getByText(t("forms.sent.approved"))).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  await page.goto(`/en/dashboard`);
  await hydrated(page);
  await page.getByRole("button", { name: new RegExp(`${t("shell.account.choose")}.*Ana Petrova`) }).click();
  await page.getByRole("button", { name: /Vitosha Consult OOD/ }).click();
  await expect(page.getByText(clientNumber).filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await expect(page.getByText(clientNumber).filter({ visible: true })).toBeVisible();
  expect(faults).toEqual([]);
});
