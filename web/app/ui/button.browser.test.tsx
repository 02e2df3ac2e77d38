/** A busy button: it keeps the focus, and does nothing a second time. */
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Button } from "./button.tsx";
import { show } from "./testing/show.tsx";

function Form({ onSend }: { onSend: () => void }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
        setBusy(true);
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" loading={isBusy}>
        Send
      </Button>
      <Button onClick={() => setBusy(false)}>Ready</Button>
    </form>
  );
}

test("keeps the focus while it is busy and afterwards, and sends once, by click and by Enter in a field", async () => {
  const onSend = vi.fn();
  await show(<Form onSend={onSend} />);
  const send = page.getByRole("button", { name: "Send" });
  await send.click();
  expect(document.activeElement).toBe(send.element());
  await expect.element(send).toHaveAttribute("aria-busy", "true");
  await expect.element(send).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("textbox", { name: "Name" }).click();
  await userEvent.keyboard("{Enter}");
  expect(onSend).toHaveBeenCalledTimes(1);
  (send.element() as HTMLElement).focus();
  (page.getByRole("button", { name: "Ready" }).element() as HTMLElement).click();
  await expect.element(send).toBeEnabled();
  expect(document.activeElement).toBe(send.element());
  await send.click();
  expect(onSend).toHaveBeenCalledTimes(2);
});
