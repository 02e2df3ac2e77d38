/** A queue: its keys, ranges, all that match, and a change of many with its preview and undoing. */
import { ApiError } from "@portico/api/errors.ts";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { t } from "../../../ui/testing/show.tsx";
import { Snackbar } from "../../dialogs/snackbar.tsx";
import { answerCalls, type Call, refuse, showPage } from "../../testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../testing/signed-in.ts";
import { ChoiceBox } from "./choose-column.tsx";
import { useOpenNext } from "./next-of-queue.ts";
import { Queue } from "./queue.tsx";
import { endUndo } from "./undo.ts";
import { UndoBar } from "./undo-bar.tsx";

interface Item {
  id: number;
  name: string;
}
const items: Item[] = ["Ana", "Boris", "Vera", "Georgi", "Dora"].map((name, at) => ({ id: at + 1, name }));
const set = "0".repeat(64);
let calls: Call[];
let answer: (call: Call) => unknown;

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  answer = () => undefined;
  calls = answerCalls((call) => {
    if (call.path === "/staff/colleagues")
      return [
        { id: 2, name: "Olga Office", role: "office", users: 0, companies: 0 },
        { id: 3, name: "Irene Internal", role: "internal", users: 4, companies: 0 },
      ];
    return answer(call);
  });
});
afterEach(async () => {
  endUndo();
  vi.unstubAllGlobals();
  await signedOut();
});

const query = { error: null, isFetching: false, refetch: () => undefined, isPlaceholderData: false };
const acted = vi.fn();
async function showQueue() {
  await showPage(
    <>
      <Queue
        query={query}
        label="Items"
        rows={items}
        columns={[{ id: "name", header: "Name", value: ({ name }: Item) => name, phone: "title" }]}
        rowId={({ id }) => String(id)}
        pathOf={({ id }) => `/admin/user/${id}/profile`}
        nameOf={({ name }) => name}
        mayChoose={({ name }) => name !== "Georgi"}
        filter={{ role: "client" as const, sort: "-created_at" as const }}
        matching={{ count: 213, isCapped: false }}
        give={(of, to) => ({ action: "assignUsers", of, to })}
        rowActions={[{ key: "e", label: "Done", act: acted }]}
      />
      <UndoBar />
    </>,
  );
  await expect.element(page.getByRole("link", { name: "Ana" })).toBeVisible();
}
const box = (name: string) => page.getByRole("checkbox", { name: t("admin.lists.chooseRow", { name }) });
const button = (name: string) => page.getByRole("button", { name });
const chosen = () =>
  items.filter(({ name }) => (box(name).query() as HTMLInputElement | null)?.checked).map(({ name }) => name);
const bodies = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);

test("x selects, Shift+j selects on, what may not be selected is passed over; e acts on the row alone", async () => {
  await showQueue();
  expect(box("Georgi").query()).toBeNull();
  await userEvent.keyboard("kkkkkx");
  await expect.poll(chosen).toEqual(["Ana"]);
  await userEvent.keyboard("{Shift>}jj{/Shift}");
  await expect.poll(chosen).toEqual(["Ana", "Boris", "Vera"]);
  await userEvent.keyboard("{Shift>}jj{/Shift}");
  await expect.poll(chosen).toEqual(["Ana", "Boris", "Vera", "Dora"]);
  await expect.element(page.getByRole("link", { name: "Dora" })).toHaveFocus();
  await userEvent.keyboard("kkx");
  await expect.poll(chosen).toEqual(["Ana", "Boris", "Dora"]);
  await userEvent.keyboard("e");
  expect(acted).toHaveBeenCalledExactlyOnceWith(items[2]);
});

test("Shift+click selects a range in the order that is shown, also of a sorted table", async () => {
  await showQueue();
  await button("Name").click();
  // Ana, Boris, Dora, Georgi, Vera.
  await box("Boris").click();
  await userEvent.keyboard("{Shift>}");
  await box("Vera").click();
  await userEvent.keyboard("{/Shift}");
  await expect.poll(chosen).toEqual(["Boris", "Vera", "Dora"]);
  await expect.element(page.getByText(t("admin.lists.chosen", { count: 3 }))).toBeVisible();
});

test("? shows the keys, also those of the queue's own actions", async () => {
  await showQueue();
  await userEvent.keyboard("?");
  const dialog = page.getByRole("dialog", { name: t("admin.queue.keys") });
  for (const label of [t("admin.queue.key.range"), t("admin.assign.open"), "Done"])
    await expect.element(dialog.getByText(label)).toBeVisible();
  await userEvent.keyboard("{Escape}");
});

test("all that match go to a colleague: five clicks, with who is left out; undone within the minute", async () => {
  answer = ({ path }) =>
    path.endsWith("/preview")
      ? {
          set,
          more: false,
          change_count: 212,
          changes: [{ id: 1, name: "Ana", from: "Olga Office" }],
          left: [{ id: 9, name: "Zoe", reason: "fourEyes" }],
          left_count: 1,
        }
      : path.endsWith("/undo")
        ? { undone: 211, left: [{ id: 1, name: "Ana", reason: "stateConflict" }], left_count: 1 }
        : { id: 5, changed: 212, undo_until: new Date().toISOString(), left: [], left_count: 0 };
  await showQueue();
  await button(t("admin.queue.chooseShown", { count: 4 })).click();
  await button(t("admin.queue.chooseMatching", { count: 213 })).click();
  await button(t("admin.assign.open")).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Irene Internal/ }).click();
  await expect.element(dialog.getByText(t("admin.queue.now", { name: "Olga Office" }))).toBeVisible();
  await expect.element(dialog.getByText(`Zoe: ${t("error.fourEyes")}`)).toBeVisible();
  await dialog.getByRole("button", { name: t("admin.queue.giveConfirm", { count: 212 }) }).click();
  const undo = button(t("admin.queue.undo"));
  await expect.element(undo).toBeVisible();
  const change = { action: "assignUsers", of: { filter: { role: "client", sort: "-created_at" } }, to: 3 };
  expect(bodies("/staff/bulk-changes")).toEqual([{ change, set }]);
  await expect.poll(chosen).toEqual([]);
  await undo.click();
  await expect.poll(() => bodies("/staff/bulk-changes/5/undo")).toEqual([{}]);
  await expect.poll(() => undo.query()).toBeNull();
});

test("many colleagues are found by a part of the name, and the only one is chosen; by few, one click", async () => {
  const many = [
    "Ana Alova",
    "Boris Belev",
    "Vera Vasileva",
    "Ivan Ivanov",
    "Petya Petrova",
    "Georgi Genov",
    "Dora Deneva",
  ];
  answer = ({ path }) =>
    path.endsWith("/preview")
      ? { set, more: false, change_count: 1, changes: [], left: [], left_count: 0 }
      : path === "/staff/colleagues"
        ? many.map((name, at) => ({ id: at + 10, name, role: "office", users: 0, companies: 0 }))
        : undefined;
  const former = calls;
  calls = answerCalls((call) => answer(call));
  await showQueue();
  await userEvent.keyboard("kkkkka");
  const dialog = page.getByRole("dialog");
  const find = dialog.getByLabelText(t("admin.queue.findColleague"));
  await expect.element(find).toHaveFocus();
  await userEvent.keyboard("VASIL");
  await expect.element(dialog.getByRole("radio", { name: /Vera Vasileva/ })).toBeChecked();
  expect(dialog.getByRole("radio", { name: /Boris Belev/ }).query()).toBeNull();
  await expect.poll(() => bodies("/staff/bulk-changes/preview").at(-1)).toMatchObject({ to: 12 });
  await userEvent.keyboard("x");
  await expect.element(dialog.getByRole("button", { name: t("admin.queue.giveConfirm", { count: 1 }) })).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  calls = former;
});

test("if others match meanwhile nothing is changed: the message says so, and the new preview is shown", async () => {
  let count = 2;
  answer = ({ path }) =>
    path.endsWith("/preview")
      ? { set, more: false, change_count: count, changes: [], left: [], left_count: 0 }
      : refuse(409, { code: "selectionChanged" });
  await showQueue();
  // To the first row, wherever the keys were before.
  await userEvent.keyboard("kkkkka");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Olga Office/ }).click();
  const confirm = dialog.getByRole("button", { name: t("admin.queue.giveConfirm", { count: 2 }) });
  await expect.element(confirm).toBeEnabled();
  count = 3;
  await confirm.click();
  await expect.element(dialog.getByText(t("error.selectionChanged"))).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: t("admin.queue.giveConfirm", { count: 3 }) })).toBeVisible();
  await userEvent.keyboard("{Escape}");
});

const worked = { byOf: vi.fn(), may: () => true, claim: vi.fn(), release: vi.fn() };
const showCards = async () => {
  await showPage(
    <>
      <Queue
        query={query}
        label="Items"
        rows={items}
        columns={[]}
        rowId={({ id }) => String(id)}
        pathOf={({ id }) => `/admin/user/${id}/profile`}
        nameOf={({ name }) => name}
        mayChoose={() => true}
        filter={{ state: "open" as const }}
        give={(of, to) => ({ action: "giveRequests", of, to })}
        claim={worked}
        renderCard={({ name }, { choice, claim }) => (
          <>
            {choice && <ChoiceBox choice={choice} />}
            <strong>{name}</strong> {claim}
          </>
        )}
      />
      <Snackbar />
    </>,
  );
  await expect.element(page.getByText("Ana", { exact: true })).toBeVisible();
};

test("the next is taken, and the one after it, by two keys each", async () => {
  worked.byOf.mockReturnValue(null);
  worked.claim.mockReset();
  worked.claim.mockResolvedValue({});
  await showCards();
  await userEvent.keyboard("jcjc");
  await expect.poll(() => worked.claim.mock.calls).toHaveLength(2);
  const [one, other] = worked.claim.mock.calls.map(([item]) => items.indexOf(item as Item));
  expect((other ?? 0) - (one ?? 0)).toBe(1);
});

test("cards are moved through and selected like rows; c claims, releases one's own, and says who has it", async () => {
  worked.byOf.mockImplementation(({ id }: Item) =>
    id === 2 ? { id: 3, name: "Irene Internal" } : id === 3 ? { id: 2, name: "Olga Office" } : null,
  );
  worked.claim.mockRejectedValueOnce(new ApiError({ code: "claimed", status: 409, by: "Vera Koleva" }));
  worked.claim.mockResolvedValue({});
  worked.release.mockResolvedValue({});
  await showCards();
  await userEvent.keyboard("kkkkkx");
  await expect.poll(chosen).toEqual(["Ana"]);
  await expect.element(page.getByRole("listitem").first()).toHaveFocus();
  // Somebody was faster.
  await userEvent.keyboard("c");
  await expect
    .element(page.getByText(t("admin.queue.claimedBy", { name: "Vera Koleva" }), { exact: false }))
    .toBeVisible();
  await userEvent.keyboard("c");
  await expect.poll(() => worked.claim.mock.calls.length).toBe(2);
  await userEvent.keyboard("jc");
  await expect
    .element(page.getByText(t("admin.queue.claimedBy", { name: "Irene Internal" }), { exact: false }))
    .toBeVisible();
  expect(worked.claim.mock.calls.length).toBe(2);
  await userEvent.keyboard("jc");
  await expect.poll(() => worked.release.mock.calls).toEqual([[items[2]]]);
});

function Shrinking() {
  const [rows, setRows] = useState(items);
  return (
    <Queue
      query={query}
      label="Items"
      rows={rows}
      columns={[{ id: "name", header: "Name", value: ({ name }: Item) => name, phone: "title" }]}
      rowId={({ id }) => String(id)}
      pathOf={({ id }) => `/admin/user/${id}/profile`}
      nameOf={({ name }) => name}
      filter={{}}
      fetchFirst={async () => rows.filter(({ id }) => id !== 4)}
      rowActions={[{ key: "e", label: "Done", act: ({ id }) => setRows(rows.filter((row) => row.id !== id)) }]}
    />
  );
}

test("after one is done the keys are at the next, and after the last one at the one before", async () => {
  await showPage(<Shrinking />);
  await expect.element(page.getByRole("link", { name: "Ana" })).toBeVisible();
  await userEvent.keyboard("kkkkkje");
  await expect.element(page.getByRole("link", { name: "Vera" })).toHaveFocus();
  await userEvent.keyboard("jje");
  await expect.element(page.getByRole("link", { name: "Georgi" })).toHaveFocus();
});

function Opened() {
  const openNext = useOpenNext("/admin/tickets");
  return (
    <button type="button" onClick={() => void openNext()}>
      Finish
    </button>
  );
}

test("the page of one opens the next of the queue that it was opened from, as the queue is now", async () => {
  await showPage(<Shrinking />, { path: "/en/admin/tickets", at: "/en/admin/tickets?queue=mine" });
  await expect.element(page.getByRole("link", { name: "Ana" })).toBeVisible();
  const from = encodeURIComponent("/admin/tickets?queue=mine");
  const place = { path: "/en/admin/user/:id/profile", at: `/en/admin/user/3/profile?from=${from}` };
  const { address } = await showPage(<Opened />, place);
  await button("Finish").click();
  // A colleague did the fourth.
  await expect.poll(address).toBe(`/en/admin/user/5/profile?from=${from}`);
  const elsewhere = await showPage(<Opened />, { ...place, at: "/en/admin/user/3/profile" });
  await button("Finish").click();
  expect(elsewhere.address()).toBe("/en/admin/user/3/profile");
});
