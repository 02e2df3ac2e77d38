/** A passkey that was not used is no error: the page says what else there is to do. */
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, refuse, showWithCalls } from "../shell/testing/answer-calls.tsx";
import { t } from "../ui/testing/show.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const options = { challenge: "AAAA", rpId: location.hostname, allowCredentials: [], userVerification: "preferred" };

async function press(): Promise<void> {
  await showWithCalls(<PasskeyButton email="ana@bank.bg" main />);
  await page.getByRole("button", { name: t("sessions.passkey.use") }).click();
}

test.each(["NotAllowedError", "AbortError"])(
  "one that was cancelled, or is missing, is no failure (%s)",
  async (name) => {
    answerCalls(() => ({ options }));
    vi.spyOn(navigator.credentials, "get").mockRejectedValue(new DOMException("The operation was not allowed.", name));
    await press();
    await expect.element(page.getByText(t("sessions.passkey.notUsed"))).toBeVisible();
    expect(page.getByRole("alert").query()).toBeNull();
    await expect.element(page.getByRole("button", { name: t("sessions.passkey.use") })).toBeEnabled();
  },
);

test("what failed otherwise is said to have failed", async () => {
  answerCalls(() => refuse(503, { code: "unavailable" }));
  await press();
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(page.getByText(t("sessions.passkey.notUsed")).query()).toBeNull();
});
