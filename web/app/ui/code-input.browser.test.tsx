/** The one-time code: typing, pasting, errors. */
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CodeInput } from "./code-input.tsx";
import { show, t } from "./testing/show.tsx";

const complete = vi.fn();
function Field({ error }: { error?: string }) {
  const [value, setValue] = useState("");
  return <CodeInput value={value} onChange={setValue} onComplete={complete} error={error} />;
}
const field = () => page.getByRole("textbox", { name: t("ui.code.label") });

test("is one field to those who hear it; completes once with its sixth digit", async () => {
  complete.mockClear();
  await show(<Field />);
  await expect.element(field()).toHaveAttribute("autocomplete", "one-time-code");
  await userEvent.click(field());
  await userEvent.keyboard("12a34 5");
  await expect.element(field()).toHaveValue("12345");
  expect(complete).not.toHaveBeenCalled();
  await userEvent.keyboard("67");
  await expect.element(field()).toHaveValue("123456");
  expect(complete).toHaveBeenCalledExactlyOnceWith("123456");
});

test("what is pasted loses all but its digits", async () => {
  complete.mockClear();
  await show(<Field />);
  const data = new DataTransfer();
  data.setData("text", "Your code: 123-456.");
  field()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.element(field()).toHaveValue("123456");
  expect(complete).toHaveBeenCalledExactlyOnceWith("123456");
});

test("a refused code says so at the field", async () => {
  await show(<Field error="Wrong code" />);
  await expect.element(field()).toHaveAccessibleDescription("Wrong code");
  await expect.element(field()).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByRole("alert")).toMatchTextContent("Wrong code");
});
