/** Selecting a part of a page, with buttons and with links. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SectionPicker } from "./section-picker.tsx";
import { show, t } from "./testing/show.tsx";

const sections = [
  { id: "open", label: "Open" },
  { id: "decided", label: "Decided" },
];

test("buttons say which is chosen, and give the id of another", async () => {
  const pick = vi.fn();
  await show(<SectionPicker sections={sections} current="open" onPick={pick} />);
  const picker = page.getByRole("navigation", { name: t("ui.section.choose") });
  await expect.element(picker.getByRole("button", { name: "Open" })).toHaveAttribute("aria-pressed", "true");
  await expect.element(picker.getByRole("button", { name: "Decided" })).toHaveAttribute("aria-pressed", "false");
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard(" ");
  expect(pick).toHaveBeenCalledExactlyOnceWith("decided");
});

test("links mark the current page", async () => {
  const linked = sections.map((section) => ({ ...section, to: `?list=${section.id}` }));
  await show(<SectionPicker sections={linked} current="decided" label="Lists" />);
  const picker = page.getByRole("navigation", { name: "Lists" });
  await expect.element(picker.getByRole("link", { name: "Decided" })).toHaveAttribute("aria-current", "page");
  await expect.element(picker.getByRole("link", { name: "Open" })).not.toHaveAttribute("aria-current");
  await expect.element(picker.getByRole("link", { name: "Open" })).toHaveAttribute("href", "/?list=open");
});

test("a mark is part of a section's name", async () => {
  await show(<SectionPicker sections={[{ id: "pl", label: "Polish", mark: "missing" }]} current="bg" label="Texts" />);
  await expect.element(page.getByRole("button", { name: "Polish missing" })).toBeVisible();
});
