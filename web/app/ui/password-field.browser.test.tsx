/** A password: hidden, shown on demand, strength of a new one. */
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { NewPasswordField, PasswordField } from "./password-field.tsx";
import { show, t } from "./testing/show.tsx";

const field = () => page.getByLabelText(t("ui.password.label"), { exact: true });

test("is shown on demand, by keyboard too, and hidden again", async () => {
  await show(<PasswordField value="secret" limit={128} onChange={() => undefined} />);
  await expect.element(field()).toHaveAttribute("type", "password");
  await expect.element(field()).toHaveAttribute("autocomplete", "current-password");
  await userEvent.click(field());
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: t("ui.password.show") })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(field()).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: t("ui.password.hide") }).click();
  await expect.element(field()).toHaveAttribute("type", "password");
});

test("a new one says how strong it is, never more than very weak while it is too short", async () => {
  function Field() {
    const [value, setValue] = useState("");
    return (
      <NewPasswordField value={value} onChange={setValue} minLength={12} limit={128} personalInputs={["Ana Petrova"]} />
    );
  }
  await show(<Field />);
  const strength = (level: 0 | 4) =>
    page.getByText(t("ui.password.strength", { level: t(`ui.password.level${level}`) }));
  await expect.element(field()).toHaveAttribute("autocomplete", "new-password");
  await expect.element(field()).toHaveAccessibleDescription(t("ui.password.hint", { length: 12 }));
  await field().fill("xV9#qLz27Kd");
  await expect.element(strength(0)).toBeVisible();
  await field().fill("xV9#qLz27Kd!mWp4");
  await expect.element(strength(4)).toBeVisible();
  await field().fill("");
  await expect.element(strength(4)).not.toBeInTheDocument();
});

test("an error is the field's description", async () => {
  await show(<PasswordField value="" limit={128} onChange={() => undefined} error="Wrong password" />);
  await expect.element(field()).toHaveAccessibleDescription("Wrong password");
  await expect.element(field()).toHaveAttribute("aria-invalid", "true");
});
