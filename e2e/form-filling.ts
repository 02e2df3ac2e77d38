/** Fills in a form by hand in any language: each field of a step according to its kind. */

import { expect, type Locator, type Page } from "@playwright/test";
import type { Translate } from "@portico/messages/text.ts";

/** What is typed or chosen: a text, one option, several options, files, or files of each person named. */
export type Typed =
  | string
  | boolean
  | readonly string[]
  | { files: readonly TypedFile[] }
  | { ofEach: readonly TypedFile[] };
interface TypedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The answers of a step by field, and one entry for each list item. */
export interface StepAnswers {
  step: string;
  answers: Readonly<Record<string, Typed>>;
  lists?: Readonly<Record<string, Readonly<Record<string, Typed>>>>;
}

const named = (within: Page | Locator, name: string): Locator => within.locator(`[name="${name}"]`);

/** Answers the field of a path ("identity.firstName"). */
export async function answer(page: Page, path: string, value: Typed): Promise<void> {
  if (typeof value === "object" && "files" in value) {
    const field = page.locator(`[id="${path}"]`);
    await field
      .locator('input[type="file"]')
      .first()
      .setInputFiles([...value.files]);
    // A file is uploaded when its name is shown without a progress message.
    for (const { name } of value.files) await expect(field.getByText(name, { exact: true })).toBeVisible();
    return;
  }
  if (typeof value === "object" && "ofEach" in value) {
    const persons = page.locator(`[id^="${path}."]`);
    await persons.first().waitFor();
    for (const person of await persons.all())
      await answer(page, (await person.getAttribute("id")) ?? "", { files: value.ofEach });
    return;
  }
  const field = named(page, path).first();
  await field.waitFor();
  const kind = await field.evaluate((element) =>
    element instanceof HTMLInputElement ? element.type : element.localName,
  );
  if (typeof value === "boolean") {
    if (kind === "checkbox") await field.setChecked(value);
    else await page.locator(`[name="${path}"][value="${value ? "yes" : "no"}"]`).check();
  } else if (typeof value !== "string") {
    for (const one of value)
      if (kind === "checkbox") await page.locator(`[name="${path}"][value="${one}"]`).check();
      else await field.selectOption(one);
  } else if (kind === "radio") await page.locator(`[name="${path}"][value="${value}"]`).check();
  else if (kind === "select") await field.selectOption(value);
  else if ((await named(page, `${path}.month`).count()) > 0) {
    const [year = "", month = "", day = ""] = value.split("-");
    await field.fill(day);
    await named(page, `${path}.month`).fill(month);
    await named(page, `${path}.year`).fill(year);
  } else await field.fill(value);
}

/** Adds an entry to a list of the step and answers its fields; their paths contain an id made by the page. */
async function addEntry(
  page: Page,
  path: string,
  { add, values }: { add: string; values: Readonly<Record<string, Typed>> },
): Promise<void> {
  const list = page.locator(`[id="${path}"]`);
  const entries = list.locator(`xpath=./fieldset/div/div[starts-with(@id, '${path}.')]`);
  const before = await entries.count();
  await list.getByRole("button", { name: add, exact: true }).click();
  await expect(entries).toHaveCount(before + 1);
  const id = await entries.nth(before).getAttribute("id");
  for (const [name, value] of Object.entries(values)) await answer(page, `${id}.${name}`, value);
}

interface Share {
  /** Name of the owned company in the graph; without it, the company itself. */
  of?: string;
  percent: string;
}

/** Adds an owner to a company's graph: name, share in it or in a company in between, and a beneficial owner's answers. */
export async function addOwner(
  page: Page,
  path: string,
  owner: { add: string; addShare: string; name: string; shares: readonly Share[] },
): Promise<string> {
  const graph = page.locator(`[id="${path}"]`);
  const owners = graph.locator(`xpath=./fieldset/div/div[starts-with(@id, '${path}.')]`);
  const before = await owners.count();
  await graph.getByRole("button", { name: owner.add, exact: true }).click();
  await expect(owners).toHaveCount(before + 1);
  const added = owners.nth(before);
  const id = (await added.getAttribute("id")) ?? "";
  await answer(page, `${id}.name`, owner.name);
  for (const [index, { of, percent }] of owner.shares.entries()) {
    if (index > 0) await added.getByRole("button", { name: owner.addShare, exact: true }).click();
    if (of !== undefined) await named(page, `${id}.owned.${index}`).selectOption({ label: of });
    await answer(page, `${id}.percent.${index}`, percent);
  }
  return id;
}

/** Answers the given steps, starting with the open one. */
export async function fillSteps(
  page: Page,
  steps: readonly StepAnswers[],
  { add, seen = async () => undefined }: { add: string; seen?: (step: string) => Promise<unknown> },
): Promise<void> {
  for (const { step, answers, lists = {} } of steps) {
    for (const [list, values] of Object.entries(lists)) await addEntry(page, `${step}.${list}`, { add, values });
    for (const [name, value] of Object.entries(answers)) await answer(page, `${step}.${name}`, value);
    await seen(step);
    await next(page);
  }
}

/** Goes to the next step and waits for it. */
export async function next(page: Page): Promise<void> {
  const heading = page.locator("h2[tabindex='-1']");
  const before = await heading.innerText();
  await page.locator("form button[type=submit]").click();
  await expect(heading).not.toHaveText(before);
}

/** Submits the form from the final check, including its confirmation. */
export async function send(page: Page, t: Translate): Promise<void> {
  await page.getByRole("button", { name: t("forms.page.send"), exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("forms.page.send"), exact: true })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
