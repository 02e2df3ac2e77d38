/** Who may not change a form reads its values as text; who may has fields. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Checkbox, NativeSelect, NumberInput, Switch, TagsInput, Textarea, TextInput } from "./fields.tsx";
import { show, t } from "./testing/show.tsx";

const nothing = () => undefined;

function Form({ readOnly }: { readOnly: boolean }) {
  return (
    <>
      <TextInput label="Name" value="Balanced" onChange={nothing} {...{ readOnly }} />
      <TextInput label="Note" value="" onChange={nothing} {...{ readOnly }} />
      <Textarea label="Goal" value={"One\nTwo"} onChange={nothing} {...{ readOnly }} />
      <NumberInput label="Limit" value={1200000} suffix=" EUR" onChange={nothing} {...{ readOnly }} />
      <NativeSelect
        label="Risk"
        value="2"
        data={[
          { value: "1", label: "Low" },
          { value: "2", label: "Some" },
        ]}
        onChange={nothing}
        {...{ readOnly }}
      />
      <NativeSelect label="Currency" value="EUR" data={["USD", "EUR"]} onChange={nothing} {...{ readOnly }} />
      <TagsInput label="Groups" value={["A", "B"]} {...{ readOnly }} />
      <Switch label="On" checked onChange={nothing} {...{ readOnly }} />
      <Checkbox label="Expires" checked={false} onChange={nothing} {...{ readOnly }} />
    </>
  );
}

test("read-only fields are labels with text, in a description list", async () => {
  const { container } = await show(<Form readOnly />);
  const read = [...container.querySelectorAll("dl")].map((list) => [
    list.querySelector("dt")?.textContent,
    list.querySelector("dd")?.textContent,
  ]);
  expect(read).toEqual([
    ["Name", "Balanced"],
    ["Note", "–"],
    ["Goal", "One\nTwo"],
    ["Limit", "1,200,000 EUR"],
    ["Risk", "Some"],
    ["Currency", "EUR"],
    ["Groups", "A, B"],
    ["On", t("ui.answer.yes")],
    ["Expires", t("ui.answer.no")],
  ]);
  expect(container.querySelectorAll("input, textarea, select").length).toBe(0);
});

test("others are fields", async () => {
  await show(<Form readOnly={false} />);
  await expect.element(page.getByRole("textbox", { name: "Name" })).toBeEnabled();
  await expect.element(page.getByRole("combobox", { name: "Risk" })).toHaveValue("2");
  await expect.element(page.getByRole("switch", { name: "On" })).toBeChecked();
});
