/** States of a part: empty, loading, failed, saved; notices and badges. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Notice } from "./notice.tsx";
import { SaveState } from "./save-state.tsx";
import { PageSkeleton } from "./skeletons.tsx";
import { Empty, LoadFailed, Loading } from "./states.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { show, t } from "./testing/show.tsx";

test("an empty part says what would stand there, and leads on", async () => {
  await show(
    <Empty title="No orders" action={<a href="#new">New order</a>}>
      They appear here.
    </Empty>,
  );
  await expect.element(page.getByText("No orders")).toBeVisible();
  await expect.element(page.getByText("They appear here.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "New order" })).toBeVisible();
  expect(page.getByRole("alert").query()).toBeNull();
});

test("a failed part is announced, and can be tried again once at a time", async () => {
  const retry = vi.fn();
  const { rerender } = await show(<LoadFailed retry={retry} />);
  const alert = page.getByRole("alert");
  await expect.element(alert).toMatchTextContent(t("ui.state.failed"));
  await expect.element(alert).toMatchTextContent(t("ui.state.failedExplain"));
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(retry).toHaveBeenCalledTimes(1);
  await rerender(
    <LoadFailed retry={retry} retrying>
      Too many attempts
    </LoadFailed>,
  );
  await expect.element(alert).toMatchTextContent("Too many attempts");
  await expect.element(alert).not.toMatchTextContent(t("ui.state.failedExplain"));
  await expect.element(page.getByRole("button", { name: t("ui.action.retry") })).toBeDisabled();
});

test("loading is announced, its shape is not; without a connection it says that it waits", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  await show(<Loading />);
  const status = page.getByRole("status");
  await expect.element(status).toHaveAttribute("aria-busy", "true");
  await expect.element(status).toMatchTextContent(t("ui.state.loading"));
  for (const shape of status.element().querySelectorAll(":scope > div > *"))
    expect(shape.getAttribute("aria-hidden")).toBe("true");
  online.mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  await expect.element(status).toMatchTextContent(t("ui.state.offline"));
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await expect.element(status).toMatchTextContent(t("ui.state.loading"));
  online.mockRestore();
});

test("the shape of a page is silent", async () => {
  const { container } = await show(<PageSkeleton />);
  expect(container.querySelectorAll("[aria-hidden] [aria-hidden]").length).toBeGreaterThan(3);
  expect(container.querySelector(":scope > :not([aria-hidden])")).toBeNull();
});

test("a notice is read aloud at once where something failed, politely where it is live, else not", async () => {
  const { rerender } = await show(
    <Notice tone="failed" title="Not sent">
      Try again.
    </Notice>,
  );
  await expect.element(page.getByRole("alert")).toMatchTextContent("Not sentTry again.");
  await rerender(<Notice live>Sent</Notice>);
  await expect.element(page.getByRole("status")).toMatchTextContent("Sent");
  await rerender(<Notice tone="attention">Waiting</Notice>);
  await expect.element(page.getByText("Waiting")).toBeVisible();
  expect(page.getByRole("status").query()).toBeNull();
  expect(page.getByRole("alert").query()).toBeNull();
});

test("a save says how it went, in one place that is heard", async () => {
  const { rerender } = await show(<SaveState state="idle" />);
  const status = page.getByRole("status");
  await expect.element(status).toHaveTextContent("");
  await rerender(<SaveState state="pending" />);
  await expect.element(status).toMatchTextContent(t("ui.state.saving"));
  await rerender(<SaveState state="success" />);
  await expect.element(status).toMatchTextContent(t("ui.state.saved"));
  await rerender(<SaveState state="error" error="The name is too long" />);
  await expect.element(status).toMatchTextContent("The name is too long");
});

test("a status is said by its words, with the colour of its state unless another is given", async () => {
  const { rerender } = await show(<StatusBadge status="rejectedByAdmin">Rejected</StatusBadge>);
  await expect.element(page.getByText("Rejected")).toHaveAttribute("data-colour", "red");
  await rerender(
    <StatusBadge status="rejectedByAdmin" colour="blue">
      Rejected
    </StatusBadge>,
  );
  await expect.element(page.getByText("Rejected")).toHaveAttribute("data-colour", "blue");
});

test("a part that is still loading says so on paper, in place of its grey bars", async () => {
  const { container } = await show(<Loading />);
  const word = container.querySelector<HTMLElement>("[data-print-only]");
  expect(word?.textContent).toBe(t("ui.state.notLoaded"));
  expect(container.querySelector("[data-no-print] [aria-hidden]"), "the bars are not printed").not.toBeNull();
});
