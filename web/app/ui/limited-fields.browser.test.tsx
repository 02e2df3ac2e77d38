/** Fields for limited texts: nothing is cut, and how much is too much is said. */
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LimitedInput } from "./limited-input.tsx";
import { LimitedTextarea } from "./limited-textarea.tsx";
import { show, t } from "./testing/show.tsx";

const field = () => page.getByLabelText("Text", { exact: true });
const excess = (count: number) => t("field.tooManyCharacters", { count, limit: 20 });

test.each([
  ["line", LimitedInput],
  ["text", LimitedTextarea],
])("an emoji counts once, and what is too long stays as it was typed: a %s", async (_, Field) => {
  function Form() {
    const [value, setValue] = useState("");
    return (
      <Field
        label="Text"
        limit={20}
        value={value}
        error="Wrong"
        onChange={(event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value)}
      />
    );
  }
  await show(<Form />);
  await userEvent.click(field());
  await userEvent.fill(field(), "🙂".repeat(20));
  await expect.element(field()).toHaveAccessibleDescription("Wrong");
  await userEvent.keyboard("ab");
  await expect.element(field()).toHaveValue(`${"🙂".repeat(20)}ab`);
  await expect.element(field()).toHaveAccessibleDescription(excess(2));
  await expect.element(field()).toHaveAttribute("aria-invalid", "true");
});
