/** Two versions that the reader picks are compared in each language. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../../ui/testing/show.tsx";
import { VersionList } from "./version-list.tsx";

const version = (number: number, en: string, pl: string) => ({
  version: number,
  badge: null,
  by: "Vera",
  at: "2026-11-27T08:00:00.000Z",
  en,
  pl,
});
type Version = ReturnType<typeof version>;
const versions = [version(3, "Third", "Trzecia"), version(2, "Second", "Pierwsza"), version(1, "First", "Pierwsza")];
const compare = (before: Version, after: Version) =>
  (["en", "pl"] as const).map((language) => ({
    id: language,
    label: t(`shell.language.${language}`),
    language,
    before: before[language],
    after: after[language],
  }));

test("any two versions are compared, and a language in which nothing changed is named", async () => {
  await show(<VersionList versions={versions} compare={compare} />);
  await page.getByText(t("admin.versions.compare")).click();
  const lines = () => [...document.querySelectorAll("[data-change]")].map((line) => line.textContent);
  await expect.poll(() => lines().join()).toMatch(/First.*Third.*Pierwsza.*Trzecia/);
  await page.getByLabelText(t("admin.versions.compareTo")).selectOptions("2");
  await expect.poll(() => lines().join()).toMatch(/First.*Second/);
  expect(lines().join()).not.toContain("Trzecia");
  await expect.element(page.getByText(t("admin.diff.unchanged", { languages: t("shell.language.pl") }))).toBeVisible();
});
