/** The field for the answer is one key away, wherever the focus is. */
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerCalls, showWithCalls } from "../shell/testing/answer-calls.tsx";
import { signedIn } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { Composer } from "./composer.tsx";
import { answerFieldId, ToAnswer } from "./to-answer.tsx";
import { useKeptText } from "./use-kept-text.ts";

const holder = { holderType: "user", holderId: 4 } as const;

function Ticket() {
  const kept = useKeptText(holder, "1");
  return (
    <>
      <ToAnswer />
      <input aria-label="Search" />
      <Composer
        {...{ holder, kept, fieldId: answerFieldId, canAttach: false }}
        label="Answer"
        sendLabel="Send"
        onSend={async () => undefined}
      />
    </>
  );
}

beforeEach(async () => {
  await signedIn();
  answerCalls(async () => ({}));
  await showWithCalls(<Ticket />);
  return () => vi.unstubAllGlobals();
});

test("F2 leads to the field, also while typing elsewhere, and types nothing", async () => {
  const field = page.getByRole("textbox", { name: "Answer" });
  await expect.element(field).toHaveAttribute("aria-keyshortcuts", "F2");
  await userEvent.keyboard("{F2}");
  await expect.element(field).toHaveFocus();
  const search = page.getByRole("textbox", { name: "Search" });
  await userEvent.type(search, "f2");
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("{Shift>}{F2}{/Shift}");
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("{F2}");
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue("");
  await expect.element(search).toHaveValue("f2");
});

test("a button says so, and leads there too", async () => {
  const button = page.getByRole("button", { name: `${t("tickets.toAnswer")} F2` });
  await button.click();
  await expect.element(page.getByRole("textbox", { name: "Answer" })).toHaveFocus();
});
