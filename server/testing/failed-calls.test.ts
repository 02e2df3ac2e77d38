import { expect, onTestFinished, test, vi } from "vitest";
import { createTestApp } from "./app.ts";
import { codeOf } from "./effects.ts";

test("a test whose call answers 500 is told why", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => printed.mockRestore());
  expect(await codeOf(app.anonymous.settings.getBrand({}))).toBe("done");
  expect(printed).not.toHaveBeenCalled();
  Object.defineProperty(app.services, "vault", {
    enumerable: true,
    get: () => {
      throw new Error("a part that is broken");
    },
  });
  expect(await codeOf(app.anonymous.settings.getBrand({}))).toBe("generic");
  expect(printed.mock.calls.flat().join("\n")).toMatch(/A call answered 500: .*a part that is broken\n\s+at /);
});
