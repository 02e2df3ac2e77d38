/** Files of a form field: sent one after the other, refused with a reason, cancelled, removed after confirmation. */
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FileField, type SendingRowProps } from "./file-field.tsx";
import { countOnTheWay } from "./files-on-the-way.ts";
import { show, t } from "./testing/show.tsx";
import type { FieldFile, Upload } from "./uploads.ts";

const fileOf = (name: string, type = "application/pdf", size = 2048) =>
  new File([new Uint8Array(size)], name, { type });

interface OnTheWay {
  file: File;
  on: Parameters<Upload>[1];
  arrive: (state?: FieldFile["state"]) => void;
  refuse: (words: string) => void;
}

/** A field of at most two files; uploads are answered one by one. */
async function shown({
  kept = [] as FieldFile[],
  ...props
}: Partial<Parameters<typeof FileField>[0]> & { kept?: FieldFile[] } = {}) {
  const uploads: OnTheWay[] = [];
  const previews = new Map<number, string>();
  const upload: Upload = (file, on) => {
    const { promise, resolve, reject } = Promise.withResolvers<FieldFile>();
    const id = 100 + uploads.length;
    uploads.push({
      file,
      on,
      arrive: (state = "clean") => resolve({ id, name: file.name, size: file.size, state }),
      refuse: (words) => reject(new Error(words)),
    });
    return promise;
  };
  function Field() {
    const [value, setValue] = useState(kept);
    return (
      <FileField
        label="Scans"
        value={value}
        onAdd={(file) => setValue((before) => [...before, file])}
        onRemove={({ id }) => setValue((before) => before.filter((file) => file.id !== id))}
        upload={upload}
        explain={(error) => (error as Error).message}
        previews={previews}
        max={2}
        {...props}
      />
    );
  }
  const { unmount } = await show(<Field />);
  return { uploads, previews, unmount };
}
/** A page's text compares a non-breaking space like any other. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const chooser = () => page.getByLabelText(t("ui.file.choose"));
const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });

test("is a named group with its limits and its error; both ways in are reached by keyboard", async () => {
  await shown({ error: "Missing", required: true, hint: "Front and back" });
  const group = page.getByRole("group", { name: "Scans" });
  await expect.element(group).toHaveAccessibleDescription(`${t("ui.file.taken", { megabytes: 10, count: 2 })} Missing`);
  await expect.element(chooser()).toHaveAttribute("aria-invalid", "true");
  await userEvent.tab();
  await expect.element(chooser()).toHaveFocus();
  await expect.element(page.getByText("Front and back")).toBeVisible();
});

test("files are sent one after the other, each said when it has arrived", async () => {
  const { uploads, previews } = await shown();
  await userEvent.upload(chooser(), [fileOf("one.png", "image/png"), fileOf("two.pdf")]);
  await expect.element(row("one.png")).toMatchTextContent(t("ui.file.sending", { name: "one.png" }));
  await expect.element(row("two.pdf")).toBeVisible();
  expect(uploads).toHaveLength(1);
  uploads[0]?.on.progress(0.4);
  await expect
    .element(page.getByRole("progressbar", { name: t("ui.file.sending", { name: "one.png" }) }))
    .toHaveAttribute("aria-valuenow", "40");
  uploads[0]?.arrive();
  await expect.element(page.getByRole("status")).toMatchTextContent(t("ui.file.sent", { name: "one.png" }));
  expect(previews.get(100)).toMatch(/^blob:/);
  await expect.poll(() => uploads.length).toBe(2);
  uploads[1]?.arrive("quarantined");
  await expect.element(row("two.pdf")).toMatchTextContent(t("ui.file.waiting"));
  expect(previews.has(101)).toBe(false);
});

test("what cannot be taken is said file by file; the rest is sent", async () => {
  const { uploads } = await shown();
  const large = fileOf("large.pdf", "application/pdf", 10 * 1024 * 1024 + 1);
  const drop = new DataTransfer();
  for (const file of [large, fileOf("one.pdf"), fileOf("two.pdf"), fileOf("three.pdf")]) drop.items.add(file);
  const place = chooser().element().closest("div") as HTMLElement;
  place.dispatchEvent(new DragEvent("drop", { dataTransfer: drop, bubbles: true, cancelable: true }));
  await expect.element(row("large.pdf").getByRole("alert")).toMatchTextContent(plain(t("field.fileTooBig")));
  await expect.element(row("three.pdf").getByRole("alert")).toMatchTextContent(t("ui.file.tooMany", { count: 2 }));
  uploads[0]?.refuse("Infected");
  await expect.element(row("one.pdf").getByRole("alert")).toMatchTextContent("Infected");
  await expect.poll(() => uploads.map(({ file }) => file.name)).toEqual(["one.pdf", "two.pdf"]);
  await page.getByRole("button", { name: t("ui.file.dismiss", { name: "one.pdf" }) }).click();
  await expect.element(row("one.pdf")).not.toBeInTheDocument();
});

test("a file on its way is stopped: what arrives of it later is not taken, and the next is sent", async () => {
  const { uploads } = await shown();
  await userEvent.upload(chooser(), [fileOf("one.pdf"), fileOf("two.pdf")]);
  await expect.poll(() => uploads.length).toBe(1);
  await page.getByRole("button", { name: t("ui.file.stop", { name: "one.pdf" }) }).click();
  expect(uploads[0]?.on.signal.aborted).toBe(true);
  await expect.element(row("one.pdf")).not.toBeInTheDocument();
  uploads[0]?.arrive();
  await expect.poll(() => uploads.length).toBe(2);
  uploads[1]?.arrive();
  await expect.element(page.getByRole("button", { name: t("ui.file.remove", { name: "two.pdf" }) })).toBeVisible();
  await expect.element(row("one.pdf")).not.toBeInTheDocument();
});

test("leaving the page stops what is on its way", async () => {
  const { uploads, unmount } = await shown();
  await userEvent.upload(chooser(), [fileOf("one.pdf")]);
  await expect.poll(() => uploads.length).toBe(1);
  expect(countOnTheWay("part")).toBe(1);
  await unmount();
  expect(uploads[0]?.on.signal.aborted).toBe(true);
  expect(countOnTheWay("document")).toBe(0);
});

const kept: FieldFile[] = [
  { id: 1, name: "passport.pdf", size: 2_400_000, state: "clean" },
  { id: 2, name: "virus.pdf", size: 900, state: "refused" },
];

test("a file that is there tells its size, opens unless it was refused, and takes a second word to go", async () => {
  const onOpen = vi.fn();
  await shown({ kept, onOpen });
  await expect.element(row("passport.pdf")).toMatchTextContent(plain(t("ui.file.megabytes", { size: 2.4 })));
  await expect.element(row("virus.pdf")).toMatchTextContent(t("ui.file.refused"));
  await page.getByRole("button", { name: "passport.pdf", exact: true }).click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(kept[0]);
  expect(page.getByRole("button", { name: "virus.pdf", exact: true }).query()).toBeNull();

  const remove = page.getByRole("button", { name: t("ui.file.remove", { name: "passport.pdf" }) });
  await remove.click();
  await page.getByRole("button", { name: t("ui.file.keep") }).click();
  await expect.element(row("passport.pdf")).toBeVisible();
  await remove.click();
  await page.getByRole("button", { name: t("ui.file.removeNow") }).click();
  await expect.element(row("passport.pdf")).not.toBeInTheDocument();
  await expect.element(page.getByRole("status")).toMatchTextContent(t("ui.file.removed", { name: "passport.pdf" }));
  await expect.element(chooser()).toHaveFocus();
});

test("a file that the server does not let go of stays, and says why", async () => {
  await shown({ kept, onRemove: () => Promise.reject(new Error("No connection")) });
  await page.getByRole("button", { name: t("ui.file.remove", { name: "passport.pdf" }) }).click();
  await page.getByRole("button", { name: t("ui.file.removeNow") }).click();
  await expect.element(row("passport.pdf")).toMatchTextContent("No connection");
});

/** As documents show a file that is being sent. */
function Row({ sending: { file, state }, onPause, onResume, onDrop }: SendingRowProps) {
  return (
    <>
      <span>{`${file.name} ${state}`}</span>
      <button type="button" onClick={state === "paused" ? onResume : onPause}>
        {`${state === "paused" ? "Resume" : "Pause"} ${file.name}`}
      </button>
      <button type="button" onClick={onDrop}>{`Cancel ${file.name}`}</button>
    </>
  );
}

test("files that can be paused are sent several at once; a paused one lets the next go first", async () => {
  const onSending = vi.fn<(count: number) => void>();
  const { uploads } = await shown({ max: 3, resumable: { atOnce: 2, Row }, onSending });
  await userEvent.upload(chooser(), [fileOf("one.pdf"), fileOf("two.pdf"), fileOf("three.pdf")]);
  await expect.element(row("three.pdf waiting")).toBeVisible();
  expect(uploads.map(({ file }) => file.name)).toEqual(["one.pdf", "two.pdf"]);
  await expect.poll(() => onSending.mock.lastCall).toEqual([3]);

  await userEvent.click(page.getByRole("button", { name: "Pause one.pdf" }));
  await expect.element(row("one.pdf paused")).toBeVisible();
  let isResumed = false;
  void uploads[0]?.on.turn().then(() => (isResumed = true));
  await expect.poll(() => uploads.length).toBe(3);
  uploads[0]?.on.report("sending");
  // What was begun before does not end the pause.
  await expect.element(row("one.pdf paused")).toBeVisible();

  await userEvent.click(page.getByRole("button", { name: "Resume one.pdf" }));
  await expect.element(row("one.pdf waiting")).toBeVisible();
  expect(isResumed, "two others are sending").toBe(false);
  uploads[1]?.arrive();
  await expect.poll(() => isResumed).toBe(true);
  await expect.poll(() => onSending.mock.lastCall).toEqual([2]);
});

test("a cancelled file is told to stop, and the focus stays in the field", async () => {
  const { uploads } = await shown({ resumable: { atOnce: 2, Row } });
  await userEvent.upload(chooser(), [fileOf("one.pdf")]);
  await userEvent.click(page.getByRole("button", { name: "Cancel one.pdf" }));
  await expect.element(row("one.pdf")).not.toBeInTheDocument();
  expect(uploads[0]?.on.signal.aborted).toBe(true);
  await expect(uploads[0]?.on.turn()).rejects.toThrow("ended");
  await expect.element(chooser()).toHaveFocus();
});

test("a file above the limit is refused in the words of the field", async () => {
  const { uploads } = await shown({ largest: { megabytes: 1, text: "More than one megabyte" } });
  await userEvent.upload(chooser(), [fileOf("large.pdf", "application/pdf", 1024 * 1024 + 1)]);
  await expect.element(row("large.pdf").getByRole("alert")).toHaveTextContent("More than one megabyte");
  expect(uploads).toHaveLength(0);
});
