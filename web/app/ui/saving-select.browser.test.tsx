/** A select that saves at once: what keys pass on the way is not saved. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SavingSelect } from "./saving-select.tsx";
import { show } from "./testing/show.tsx";

test("arrows save what they end at, by Enter or on leaving; Escape goes back, and what is picked is saved at once", async () => {
  const saved = vi.fn();
  await show(
    <>
      <SavingSelect label="Colleague" data={["Nobody", "Anna", "Boris", "Vera"]} value="Nobody" onSave={saved} />
      <button type="button">Next</button>
    </>,
  );
  const select = page.getByRole("combobox", { name: "Colleague" });
  (select.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(select).toHaveValue("Boris");
  expect(saved).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(saved.mock.calls).toEqual([["Boris"]]);
  await userEvent.keyboard("{End}{Escape}");
  await expect.element(select).toHaveValue("Nobody");
  await userEvent.keyboard("{ArrowDown}{Tab}");
  expect(saved.mock.calls).toEqual([["Boris"], ["Anna"]]);
  await select.click();
  await select.selectOptions("Vera");
  expect(saved.mock.calls).toEqual([["Boris"], ["Anna"], ["Vera"]]);
});
