/** Tags and groups: one that is too long is neither cut nor lost. */
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { LimitedTags } from "./limited-tags.tsx";

test("a tag that is too long stays in its field, and becomes one once it fits", async () => {
  let saved: string[] = ["fee"];
  function Form() {
    const [tags, setTags] = useState(["fee"]);
    return (
      <LimitedTags
        label="Text"
        limit={20}
        value={tags}
        onChange={(names) => {
          saved = names;
          setTags(names);
        }}
      />
    );
  }
  await show(<Form />);
  const typed = page.getByRole("combobox");
  await userEvent.click(typed);
  await userEvent.keyboard(`${"x".repeat(21)}{Enter}`);
  await expect.element(typed).toHaveValue("x".repeat(21));
  await expect.element(page.getByText(t("field.tooManyCharacters", { count: 1, limit: 20 }))).toBeVisible();
  expect(saved).toEqual(["fee"]);
  await userEvent.keyboard("{Backspace}{Enter}");
  await expect.poll(() => saved).toEqual(["fee", "x".repeat(20)]);
});
