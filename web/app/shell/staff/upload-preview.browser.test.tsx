/** A file that was read: what a hand does to store or drop it, and what is sent. */
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { alert } from "../dialogs/alert.ts";
import { Snackbar } from "../dialogs/snackbar.tsx";
import { answerCalls, type Call, refuse, showWithCalls } from "../testing/answer-calls.tsx";
import { UploadPreview } from "./upload-preview.tsx";

afterEach(() => {
  alert.clear();
  vi.unstubAllGlobals();
});

const words = { counts: "3 rows", lookedAt: "I have looked", store: "Store", stored: "2 stored", drop: "Drop" };
const onEnd = vi.fn<() => void>();

interface Options {
  can?: { confirm: boolean; discard: boolean };
  toLookAt?: number;
  isComplete?: boolean;
  answer?: (call: Call) => unknown;
}

async function showPreview({ can = { confirm: true, discard: true }, toLookAt = 0, isComplete, answer }: Options = {}) {
  onEnd.mockClear();
  const calls = answerCalls(answer ?? (() => ({})));
  await showWithCalls(
    <>
      <Snackbar />
      <UploadPreview
        can={can}
        toLookAt={toLookAt}
        {...(isComplete !== undefined && { isComplete })}
        words={words}
        confirm={(api, acceptMarked) => api.announcements.confirm({ params: { id: 5 }, body: { acceptMarked } })}
        discard={(api) => api.announcements.discard({ params: { id: 5 }, body: {} })}
        onEnd={onEnd}
      >
        <p>The rows</p>
      </UploadPreview>
    </>,
  );
  return { sent: () => calls.filter(({ method }) => method === "POST").map(({ path, body }) => ({ path, body })) };
}
const store = () => page.getByRole("button", { name: words.store });
const drop = () => page.getByRole("button", { name: words.drop });
const lookedAt = () => page.getByRole("checkbox", { name: words.lookedAt });
const path = (how: string) => `/staff/announcements/uploads/5/${how}`;

test("a file without remarks is stored at once, and only then the preview ends", async () => {
  const { sent } = await showPreview();
  await expect.element(page.getByText(words.counts)).toBeVisible();
  await expect.element(page.getByText("The rows")).toBeVisible();
  await expect.element(lookedAt()).not.toBeInTheDocument();
  expect(onEnd).not.toHaveBeenCalled();
  await store().click();
  await expect.poll(sent).toEqual([{ path: path("confirm"), body: { acceptMarked: false } }]);
  await expect.poll(() => onEnd.mock.calls.length).toBe(1);
  await expect.element(page.getByText(words.stored, { exact: false })).toBeVisible();
});

test("marked rows are looked at before they are stored", async () => {
  const { sent } = await showPreview({ toLookAt: 1 });
  await expect.element(store()).toBeDisabled();
  await lookedAt().click();
  await store().click();
  await expect.poll(sent).toEqual([{ path: path("confirm"), body: { acceptMarked: true } }]);
});

test("what else is missing holds the file back, though it was looked at", async () => {
  await showPreview({ toLookAt: 1, isComplete: false });
  await lookedAt().click();
  await expect.element(store()).toBeDisabled();
  await expect.element(drop()).toBeEnabled();
});

test("a refusal stays to be read, and what was ticked stays", async () => {
  const { sent } = await showPreview({
    toLookAt: 2,
    answer: ({ method }) => (method === "POST" ? refuse(409, { code: "stateConflict" }) : {}),
  });
  await lookedAt().click();
  await store().click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(lookedAt()).toBeChecked();
  expect(sent()).toHaveLength(1);
  expect(onEnd).not.toHaveBeenCalled();
});

test("a file is dropped without being looked at, and nothing is said to be stored", async () => {
  const { sent } = await showPreview({ toLookAt: 1 });
  await drop().click();
  await expect.poll(sent).toEqual([{ path: path("discard"), body: {} }]);
  await expect.poll(() => onEnd.mock.calls.length).toBe(1);
  await expect.element(page.getByText(words.stored, { exact: false })).not.toBeInTheDocument();
});

test("whoever may do neither reads the file and leaves it", async () => {
  const { sent } = await showPreview({ can: { confirm: false, discard: false }, toLookAt: 1 });
  await expect.element(store()).not.toBeInTheDocument();
  await expect.element(lookedAt()).not.toBeInTheDocument();
  await drop().click();
  await expect.poll(() => onEnd.mock.calls.length).toBe(1);
  expect(sent()).toEqual([]);
});
