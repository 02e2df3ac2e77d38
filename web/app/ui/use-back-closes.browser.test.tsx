/** Overlays and the browser's "back". */
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Sheet } from "./sheet.tsx";
import { show, t } from "./testing/show.tsx";

function Page() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const { key, pathname, state } = useLocation();
  return (
    <>
      <button type="button" onClick={() => void navigate("/second")}>
        Go on
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <output>{`${pathname} ${key} ${state === null ? "page" : "over"}`}</output>
      <Sheet opened={isOpen} onClose={() => setOpen(false)} title="Sheet">
        <button type="button" onClick={() => void navigate(-1)}>
          Way back
        </button>
      </Sheet>
    </>
  );
}
const place = () => page.getByRole("status").element().textContent;

test("back closes it and leaves the page as it was; closed, it leaves no entry", async () => {
  await show(<Page />);
  await page.getByRole("button", { name: "Go on" }).click();
  const before = place();
  expect(before).toMatch(/^\/second .* page$/);
  for (const button of ["Way back", t("ui.action.close")]) {
    await page.getByRole("button", { name: "Open" }).click();
    await expect.element(page.getByRole("dialog", { name: "Sheet" })).toBeVisible();
    await expect.poll(() => document.querySelector("output")?.textContent).toMatch(/^\/second .* over$/);
    await page.getByRole("button", { name: button }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.poll(() => document.querySelector("output")?.textContent).toBe(before);
  }
});
