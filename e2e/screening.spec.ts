/** Screening from the list to the approval: a list is taken, a form submitted, its approval refused until a person decided. */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { fillPersonForm } from "./filled-forms.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

/** A name of nobody else in these tests: the list counts for the whole portal. */
const nameOf = (project: string): string => (project === "phone" ? "Zdravko Quillfeather" : "Milosh Brambleworth");
const listOf = (name: string): string =>
  [
    "id,schema,name,aliases,birth_date,countries,sanctions,program_ids,dataset,last_change",
    `MADE-1,Person,"${name.split(" ").toReversed().join(", ")}","",1985,bg,"Made-up programme",MADE-UP,made_up,2026-01-05T10:00:00`,
    'MADE-2,Person,"","",,,,,made_up,2026-01-05T10:00:00',
  ].join("\n");

test("a list is taken, an approval waits for its candidate, and a decision with a reason lets it pass @phone", async ({
  page,
  browser,
}) => {
  const faults = watchFaults(page);
  const name = nameOf(test.info().project.name);
  const lists = await (await browser.newContext()).newPage();
  await signInByCalls(lists, { email: "admin@portico.example" });
  await lists.goto("/en/admin/screening/lists");
  await hydrated(lists);
  await lists
    .locator('input[type="file"]')
    .setInputFiles({ name: "targets.simple.csv", mimeType: "text/csv", buffer: Buffer.from(listOf(name)) });
  await expect(lists.getByText("1 entry with 1 name;")).toBeVisible();
  const take = lists.getByRole("button", { name: t("admin.screening.lists.take") });
  await expect(take).toBeDisabled();
  await lists.getByRole("checkbox").check();
  await take.click();
  await expect(lists.getByText(t("admin.screening.lists.takenNow"))).toBeVisible();
  await lists.context().close();

  const person = await newPerson(name);
  const form = await fillPersonForm(person);
  await person.client.forms.snapshot({ params: form, body: {} });

  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto(`/en/admin/user/${form.holderId}/review?revision=1`);
  await hydrated(page);
  const dialog = page.getByRole("dialog");
  const approve = async () => {
    await page.getByRole("button", { name: t("admin.review.action.approve"), exact: true }).click();
    await dialog.getByRole("button", { name: t("admin.review.action.approve"), exact: true }).click();
  };
  await approve();
  await expect(dialog.getByText(t("error.screeningOpen"))).toBeVisible();
  // The refusal leads to the candidate itself.
  await dialog.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(page.getByText(t("admin.screening.birth.year"))).toBeVisible();
  const decide = page.getByRole("button", { name: t("admin.screening.action.false") });
  await expect(decide).toBeDisabled();
  await page.getByLabel(t("admin.screening.reason")).fill("Born in another town, by the passport");
  await decide.click();
  // The last one of the client's: back to the review.
  await expect(page).toHaveURL(/\/review\?revision=1/);
  await hydrated(page);
  await approve();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(t("admin.review.decision.approved")).first()).toBeVisible();
  // A refused call is logged by the browser, and is what this test is about.
  expect(faults.filter((fault) => !fault.includes("409"))).toEqual([]);
});
