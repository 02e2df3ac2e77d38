/** Printing a page: what must be loaded first. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { beforePrint } from "./print.ts";
import { PrintButton } from "./print-button.tsx";
import { show, t } from "./testing/show.tsx";

test("the page is printed once all of it is there, also where a part cannot be brought", async () => {
  const print = vi.spyOn(window, "print").mockReturnValue(undefined);
  const rest = Promise.withResolvers<void>();
  const stops = [beforePrint(() => rest.promise), beforePrint(() => Promise.reject(new Error("offline")))];
  const stopped = vi.fn(() => Promise.resolve());
  beforePrint(stopped)();
  await show(<PrintButton />);
  await page.getByRole("button", { name: t("ui.action.print") }).click();
  expect(print).not.toHaveBeenCalled();
  rest.resolve();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(stopped).not.toHaveBeenCalled();
  for (const stop of stops) stop();
  print.mockRestore();
});
