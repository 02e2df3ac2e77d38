/** Handing messages over to a ticket: what cannot be handed over is said, and nothing is chosen in vain. */
import { chatMaxHandedOver } from "@portico/api/rules/chats.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { HandOver, useChosen } from "./hand-over.tsx";

beforeAll(() => void vi.stubGlobal("fetch", async () => Response.json([])));
afterAll(() => vi.unstubAllGlobals());

function Choice() {
  const { chosen, begin, end, toggle } = useChosen();
  return chosen ? (
    <>
      {Array.from({ length: chatMaxHandedOver + 1 }, (_, number) => (
        <input
          key={number}
          type="checkbox"
          aria-label={`message ${number}`}
          checked={chosen.has(number)}
          onChange={() => toggle(number)}
        />
      ))}
      <HandOver holder={{ holderType: "user", holderId: 4 }} chosen={chosen} onDone={end} />
    </>
  ) : (
    <button type="button" onClick={begin}>
      begin
    </button>
  );
}

test("more messages than a ticket takes can be chosen, which is said, and one less can be handed over", async () => {
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <Choice />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "begin" }).click();
  await page.getByLabelText(t("admin.chats.handOverTitle")).fill("Fees");
  for (const box of page.getByRole("checkbox").elements()) (box as HTMLInputElement).click();
  const send = page.getByRole("button", { name: t("admin.chats.handOverSend") });
  const tooMany = page.getByText(t("admin.chats.handOverTooMany", { most: chatMaxHandedOver }));
  await expect.element(tooMany).toBeVisible();
  await expect.element(send).toBeDisabled();
  await page.getByRole("checkbox", { name: "message 7" }).click();
  await expect.element(tooMany).not.toBeInTheDocument();
  await expect.element(send).toBeEnabled();
});
