/** Scans next to the form: opened in memory, rotated, enlarged, and released with the page. */
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { personAnswers } from "@portico/server/demo/kyc-answers.ts";
import { cardPicture } from "@portico/server/demo/specimens.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { pdfOf } from "./pdf-file.ts";
import { newPerson, officeOf } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

/** Print colours need a decoder in WebAssembly; the text needs a font that is not embedded. */
const papers = pdfOf([
  "0 1 1 0 k 60 700 300 80 re f BT /F 24 Tf 60 640 Td (First page) Tj ET",
  "BT /F 24 Tf 60 640 Td (Second page) Tj ET",
]);

/** A person whose submitted form has a PDF and a picture. */
async function submitted(): Promise<number> {
  const { id, email, client } = await newPerson("Ivan Petrov");
  const holder = { holderType: "user", holderId: id } as const;
  const contents = { "card.pdf": papers, "card.png": await cardPicture([60, 90, 140]) };
  const scans = await Promise.all(
    Object.entries(contents).map(async ([name, content]) => {
      const file = await client.files.upload({
        params: holder,
        body: { name, base64data: content.toString("base64") },
      });
      return { id: file.id, name, size: file.size };
    }),
  );
  const person = { firstName: "Ivan", lastName: "Petrov", birthDate: "1985-03-14", email };
  const form = { ...holder, type: "KYC" } as const;
  await client.forms.create({ params: form, body: { formData: personAnswers(person, { scans }) } });
  await client.forms.snapshot({ params: form, body: {} });
  return id;
}

/** Share of drawn pixels that are not white. */
const inked = (page: Page): Promise<number> =>
  page.locator("#file-viewer canvas").evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at + 1] ?? 0) < 200) dark += 1;
    return dark / (data.length / 4);
  });

test.describe.configure({ timeout: 120_000 });

test("a scan opens beside its field, without a download, and each look is asked for once @phone", async ({ page }) => {
  const faults = watchFaults(page);
  const requests: { path: string; cache: string | undefined }[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (/\/file\/user\/\d+\/\d+$/.test(pathname))
      requests.push({ path: pathname, cache: response.headers()["cache-control"] });
  });
  page.on("download", () => faults.push("a download"));
  const id = await submitted();
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto(`/en/admin/user/${id}/review`);
  await hydrated(page);
  const canvas = page.locator("#file-viewer canvas");
  const open = page.getByRole("button", { name: "card.pdf" });
  await open.click();
  await expect(canvas).toBeVisible();
  expect(await inked(page)).toBeGreaterThan(0.03);
  await expect(page.getByText(t("viewer.pageOf", { number: 1, count: 2 }))).toBeVisible();
  await expectAccessible(page);
  const box = await canvas.boundingBox();
  expect(box?.width).toBeLessThan(page.viewportSize()?.width ?? 0);

  // By keyboard: next page, zoom, rotate, next file.
  await page.keyboard.press("PageDown");
  await expect(page.getByText(t("viewer.pageOf", { number: 2, count: 2 }))).toBeVisible();
  await expect.poll(() => inked(page)).toBeLessThan(0.03);
  await page.keyboard.press("+");
  await expect.poll(async () => (await canvas.boundingBox())?.width).toBeGreaterThan((box?.width ?? 0) * 1.2);
  await page.keyboard.press("0");
  await page.keyboard.press("r");
  await expect
    .poll(async () => {
      const turned = await canvas.boundingBox();
      return turned ? turned.width > turned.height : false;
    })
    .toBe(true);
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { name: "card.png" })).toBeVisible();
  await expect(page.getByText(t("viewer.file", { number: 2, count: 2 }))).toBeVisible();
  await expect.poll(() => inked(page)).toBeGreaterThan(0.1);

  await page.keyboard.press("Escape");
  await expect(canvas).toHaveCount(0);
  await expect(page.getByRole("button", { name: "card.png" })).toBeFocused();
  expect(requests.map(({ cache }) => cache)).toEqual(["no-store", "no-store"]);
  expect(new Set(requests.map(({ path }) => path)).size).toBe(2);

  if (test.info().project.name === "phone") {
    await open.click();
    await expect(canvas).toBeVisible();
    await page.goBack();
    await expect(canvas).toHaveCount(0);
    await expect(page).toHaveURL(/review/);
  }
  expect(faults).toEqual([]);
});
