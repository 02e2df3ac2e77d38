/** Files, chosen or dropped. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FileDrop } from "./file-drop.tsx";
import { show } from "./testing/show.tsx";

const texts = { chooseLabel: "Choose a file", dropLabel: "or drop it here", overLabel: "Let go", hint: "CSV or XML" };
const file = new File(["a,b"], "entries.csv", { type: "text/csv" });
const field = () => page.getByLabelText("Choose a file");

test("the same file can be chosen twice, by a field that a keyboard reaches", async () => {
  const onFile = vi.fn<(file: File) => void>();
  await show(<FileDrop {...texts} accept=".csv,.xml" onFile={onFile} />);
  await expect.element(field()).toHaveAccessibleDescription("CSV or XML");
  await expect.element(field()).toHaveAttribute("accept", ".csv,.xml");
  await userEvent.tab();
  await expect.element(field()).toHaveFocus();
  for (const times of [1, 2]) {
    await userEvent.upload(field(), file);
    await expect.poll(() => onFile.mock.calls.length).toBe(times);
    expect(onFile.mock.lastCall?.[0].name).toBe("entries.csv");
  }
});

test("a file is dropped; what hangs over the place is told, and is no file until it is let go", async () => {
  const onFile = vi.fn<(file: File) => void>();
  await show(<FileDrop {...texts} accept=".csv" onFile={onFile} />);
  const place = field().element().parentElement as HTMLElement;
  const data = new DataTransfer();
  data.items.add(file);
  const drag = (type: string, dataTransfer = data) => {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    place.dispatchEvent(event);
    return event;
  };
  expect(drag("dragover").defaultPrevented).toBe(true);
  await expect.element(page.getByText("Let go")).toBeVisible();
  drag("dragleave");
  await expect.element(page.getByText("or drop it here")).toBeVisible();
  expect(onFile).not.toHaveBeenCalled();
  expect(drag("drop").defaultPrevented).toBe(true);
  expect(onFile.mock.lastCall?.[0].name).toBe("entries.csv");
  drag("drop", new DataTransfer());
  expect(onFile).toHaveBeenCalledTimes(1);
});

test("several files are taken together where several are wanted", async () => {
  const onFiles = vi.fn<(files: File[]) => void>();
  await show(<FileDrop {...texts} accept=".csv" onFiles={onFiles} />);
  await userEvent.upload(field(), [file, new File(["c"], "prices.csv")]);
  await expect.poll(() => onFiles.mock.lastCall?.[0].map(({ name }) => name)).toEqual(["entries.csv", "prices.csv"]);
});
