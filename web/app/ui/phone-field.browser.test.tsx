/** A phone number with its country: display, value, errors. */
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { PhoneField } from "./phone-field.tsx";
import { show, t } from "./testing/show.tsx";

const given = vi.fn();
function Field({ value: initial = "", ...props }: Partial<Parameters<typeof PhoneField>[0]>) {
  const [value, setValue] = useState(initial);
  return (
    <PhoneField
      {...props}
      value={value}
      onChange={(next) => {
        given(next);
        setValue(next);
      }}
    />
  );
}
const field = () => page.getByRole("textbox", { name: t("ui.phone.label") });
const country = () => page.getByRole("combobox", { name: t("ui.phone.country") });
/** The list of countries is loaded after the page. */
const loaded = () => expect.element(country()).toBeEnabled();

test("a national number of the suggested country is given in E.164", async () => {
  await show(<Field suggestedCountry="BG" />);
  await loaded();
  await expect.element(country()).toHaveValue("BG");
  await field().fill("088 812 3456");
  expect(given).toHaveBeenLastCalledWith("+359888123456");
  await expect.element(field()).toHaveValue("088 812 3456");
});

test("a number with its own country chooses it; another choice reads the number anew", async () => {
  await show(<Field suggestedCountry="BG" />);
  await loaded();
  await field().fill("+48 601 234 567");
  await expect.element(country()).toHaveValue("PL");
  expect(given).toHaveBeenLastCalledWith("+48601234567");
  await field().fill("601 234 567");
  await userEvent.selectOptions(country(), "CZ");
  expect(given).toHaveBeenLastCalledWith("+420601234567");
});

test("a given number stands as its country writes it", async () => {
  await show(<Field value="+359888123456" suggestedCountry="PL" />);
  await loaded();
  await expect.element(country()).toHaveValue("BG");
  await expect.element(field()).toHaveValue("088 812 3456");
});

test("a wrong number is said when the field is left, kept as typed, and no longer once it is right", async () => {
  await show(<Field suggestedCountry="BG" hint="For messages" />);
  await loaded();
  await field().fill("12");
  await expect.element(field()).not.toHaveAttribute("aria-invalid");
  await userEvent.tab();
  await expect.element(field()).toHaveAttribute("aria-invalid", "true");
  await expect.element(field()).toHaveAccessibleDescription(`For messages ${t("ui.phone.invalid")}`);
  expect(given).toHaveBeenLastCalledWith("12");
  await field().fill("0888123456");
  await expect.element(field()).not.toHaveAttribute("aria-invalid");
});
