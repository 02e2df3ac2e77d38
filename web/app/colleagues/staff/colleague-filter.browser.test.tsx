/** The filter of a list by colleague says what the list is narrowed to, also to somebody who has left. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { ColleagueFilter } from "./colleague-filter.tsx";

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  answerCalls(() => [{ id: 2, name: "Olga Office", role: "office", users: 0, companies: 0 }]);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const field = () => page.getByRole("combobox", { name: t("admin.lists.colleague") });
const shown = () => (field().element() as HTMLSelectElement).selectedOptions[0]?.label;

test("a former colleague of a kept address stays chosen, and can be taken out", async () => {
  const change = vi.fn();
  await showPage(<ColleagueFilter assigned={99} onChange={change} />);
  await expect.poll(shown).toBe(t("admin.lists.formerColleague"));
  await field().selectOptions("");
  expect(change).toHaveBeenCalledExactlyOnceWith(undefined);
});

test("a colleague and nobody are named", async () => {
  await showPage(<ColleagueFilter assigned={2} onChange={vi.fn()} />);
  await expect.poll(shown).toBe("Olga Office");
  await expect.poll(() => (field().element() as HTMLSelectElement).options.length).toBe(3);
});
