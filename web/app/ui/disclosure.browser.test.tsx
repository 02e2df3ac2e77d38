/** A panel below its button: opening, every way of closing, staying on the screen. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Disclosure } from "./disclosure.tsx";
import { show } from "./testing/show.tsx";

const closed = vi.fn();
const Shown = () => (
  <>
    <Disclosure label="More" button="…" onClose={closed}>
      {(close) => (
        <>
          <a href="#a">First</a>
          <button type="button" onClick={close}>
            Done
          </button>
        </>
      )}
    </Disclosure>
    <button type="button">Elsewhere</button>
  </>
);
const opener = () => page.getByRole("button", { name: "More" });
const first = () => page.getByRole("link", { name: "First" });

async function opened() {
  closed.mockClear();
  await show(<Shown />);
  await expect.element(opener()).toHaveAttribute("aria-expanded", "false");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(first()).toBeVisible();
  await expect.element(opener()).toHaveAttribute("aria-expanded", "true");
}
async function isClosed() {
  await expect.element(first()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveAttribute("aria-expanded", "false");
  // React calls it after the panel is gone.
  await expect.poll(() => closed.mock.calls.length).toBe(1);
}

test("Escape closes it and gives the focus back", async () => {
  await opened();
  await userEvent.tab();
  await expect.element(first()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await isClosed();
  await expect.element(opener()).toHaveFocus();
});

test("a press outside closes it", async () => {
  await opened();
  await page.getByRole("button", { name: "Elsewhere" }).click();
  await isClosed();
});

test("it closes when the focus goes on", async () => {
  await opened();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Elsewhere" })).toHaveFocus();
  await isClosed();
});

test("what is chosen in it closes it; the focus stays at the button", async () => {
  await opened();
  await page.getByRole("button", { name: "Done" }).click();
  await isClosed();
  await expect.element(opener()).toHaveFocus();
});

test("on a narrow screen the panel stays within the screen", async () => {
  await page.viewport(360, 640);
  await opened();
  const panel = document.getElementById(opener().element().getAttribute("aria-controls") ?? "");
  const { left, right } = (panel as HTMLElement).getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(360);
  await page.viewport(1280, 800);
});
