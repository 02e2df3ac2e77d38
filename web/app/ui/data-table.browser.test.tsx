/** The table: sorting, opening rows, paging, export, print, cards on a phone. */
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Column, DataTable, type Sort } from "./data-table.tsx";
import { show, t } from "./testing/show.tsx";

interface Person {
  id: number;
  name: string;
  amount: string | null;
}
const ana = { id: 1, name: "Ana", amount: "20" };
const boris = { id: 2, name: "boris", amount: null };
const zoe = { id: 3, name: "Zoe", amount: "100" };
const people: readonly Person[] = [zoe, ana, boris];
const columns: readonly Column<Person>[] = [
  { id: "name", header: "Name", value: ({ name }) => name, phone: "title" },
  { id: "amount", header: "Amount", value: ({ amount }) => amount, currency: () => "EUR", numeric: true, phone: "key" },
  { id: "note", header: "Note", value: () => "–", sortable: false },
  {
    id: "do",
    header: "Actions",
    value: () => null,
    cell: () => <button type="button">Remove</button>,
    control: true,
    sortable: false,
  },
];
const usual = { label: "People", columns, rowId: ({ id }: Person) => String(id) };

const names = () =>
  page
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => row.querySelector("td")?.textContent);
const header = (name: string) => page.getByRole("columnheader", { name });
const sorter = (name: string) => page.getByRole("button", { name, exact: true });

afterEach(() => page.viewport(1280, 800));

test("has its name, its headers and a cell for each, for those who hear it", async () => {
  await show(<DataTable {...usual} rows={people} />);
  const table = page.getByRole("table", { name: "People" });
  await expect.element(table).toBeVisible();
  expect(table.getByRole("columnheader").elements()).toHaveLength(4);
  expect(table.getByRole("row").elements()).toHaveLength(4);
  expect(table.getByRole("cell").elements()).toHaveLength(12);
  await expect.element(header("Actions")).toBeInTheDocument();
});

test("words sort from the first letter, figures from the largest, what is missing stands last", async () => {
  await show(<DataTable {...usual} rows={people} />);
  await expect.element(header("Name")).not.toHaveAttribute("aria-sort");
  await sorter("Name").click();
  await expect.element(header("Name")).toHaveAttribute("aria-sort", "ascending");
  expect(names()).toEqual(["Ana", "boris", "Zoe"]);
  await userEvent.keyboard("{Enter}");
  await expect.element(header("Name")).toHaveAttribute("aria-sort", "descending");
  expect(names()).toEqual(["Zoe", "boris", "Ana"]);
  await sorter("Amount").click();
  await expect.element(header("Amount")).toHaveAttribute("aria-sort", "descending");
  await expect.element(header("Name")).not.toHaveAttribute("aria-sort");
  expect(names()).toEqual(["Zoe", "Ana", "boris"]);
  await sorter("Amount").click();
  await expect.poll(names).toEqual(["Ana", "Zoe", "boris"]);
  expect(sorter("Note").query()).toBeNull();
});

test("rows that the server sorts stand as they came, and another order is asked for", async () => {
  const onSort = vi.fn();
  const sort: Sort = { column: "amount", descending: true };
  await show(<DataTable {...usual} rows={people} serverSort={{ sort, onSort }} />);
  await expect.element(header("Amount")).toHaveAttribute("aria-sort", "descending");
  expect(names()).toEqual(["Zoe", "Ana", "boris"]);
  await sorter("Amount").click();
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ column: "amount", descending: false });
  expect(names()).toEqual(["Zoe", "Ana", "boris"]);
});

test("a row is opened by its title: a button or a link", async () => {
  const open = vi.fn();
  const { rerender } = await show(<DataTable {...usual} rows={people} onOpen={open} openRow="1" />);
  await page.getByRole("button", { name: "Ana" }).click();
  expect(open).toHaveBeenCalledExactlyOnceWith(ana);
  await rerender(<DataTable {...usual} rows={people} linkTo={({ id }) => `/people/${id}`} />);
  await expect.element(page.getByRole("link", { name: "Zoe" })).toHaveAttribute("href", "/people/3");
});

test("a part stands at first, more at a press, all while it prints", async () => {
  await show(<DataTable {...usual} rows={people} step={1} />);
  await expect.element(page.getByText(t("ui.table.shown", { shown: 1, total: 3 }))).toBeVisible();
  expect(names()).toEqual(["Zoe"]);
  window.dispatchEvent(new Event("beforeprint"));
  expect(names()).toEqual(["Zoe", "Ana", "boris"]);
  window.dispatchEvent(new Event("afterprint"));
  await expect.poll(names).toEqual(["Zoe"]);
  const more = page.getByRole("button", { name: t("ui.action.showMore") });
  await more.click();
  expect(names()).toEqual(["Zoe", "Ana"]);
  await more.click();
  await expect.element(more).not.toBeInTheDocument();
  expect(names()).toEqual(["Zoe", "Ana", "boris"]);
});

test("while more rows are on the server, all are brought before they are sorted", async () => {
  const load = vi.fn();
  const loadAll = vi.fn(() => Promise.resolve(false));
  const more = { load, loading: false };
  const { rerender } = await show(<DataTable {...usual} rows={people} more={more} />);
  // Not all rows can be loaded: sorting is not offered.
  expect(sorter("Name").query()).toBeNull();
  await page.getByRole("button", { name: t("ui.action.showMore") }).click();
  expect(load).toHaveBeenCalledTimes(1);
  await rerender(<DataTable {...usual} rows={people} more={{ ...more, loadAll, isTooLong: true }} />);
  await expect.element(page.getByText(t("ui.table.tooLong"))).toBeVisible();
  await sorter("Name").click();
  expect(loadAll).toHaveBeenCalledTimes(1);
  expect(names()).toEqual(["Zoe", "Ana", "boris"]);
  function All() {
    const [hasMore, setMore] = useState(true);
    const bring = async () => {
      setMore(false);
      return true;
    };
    return <DataTable {...usual} rows={people} more={hasMore ? { ...more, loadAll: bring } : undefined} />;
  }
  await rerender(<All />);
  await sorter("Name").click();
  await expect.poll(names).toEqual(["Ana", "boris", "Zoe"]);
});

test("it exports what it shows, as it is sorted, without its controls", async () => {
  const files: Blob[] = [];
  const urls = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "data:,";
  });
  const links: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.download);
  });
  const { rerender } = await show(
    <DataTable {...usual} rows={people} initialSort={{ column: "name", descending: false }} exportName="people" />,
  );
  const button = page.getByRole("button", { name: t("ui.action.exportCsv") });
  await button.click();
  await expect.poll(() => links).toEqual(["people.csv"]);
  const lines = async (file: Blob | undefined) => (await file?.text())?.replace("\ufeff", "").trim().split(/\r?\n/);
  expect(await lines(files[0])).toEqual(["Name,Amount,Note", "Ana,20.00,–", "boris,,–", "Zoe,100.00,–"]);
  // Only a part is shown: all rows are loaded and name the file.
  await rerender(
    <DataTable
      {...usual}
      rows={[zoe]}
      exportName={(rows) => `all-${rows.length}`}
      exportRows={() => Promise.resolve(people)}
    />,
  );
  await button.click();
  await expect.poll(() => links).toEqual(["people.csv", "all-3.csv"]);
  expect(await lines(files[1])).toHaveLength(4);
  // Times are those that the table shows, and not a few hours earlier.
  const seen = { id: "seen", header: "Seen", value: () => "2026-03-09T12:05:09.123Z" };
  await rerender(<DataTable {...usual} columns={[seen]} rows={[zoe]} exportName="times" />);
  await button.click();
  await expect.poll(() => files).toHaveLength(3);
  const hours = String(new Date(seen.value()).getHours()).padStart(2, "0");
  expect(await lines(files[2])).toEqual(["Seen", `2026-03-09 ${hours}:05:09`]);
  urls.mockRestore();
  click.mockRestore();
});

test("while it loads, fails or holds nothing, it says so", async () => {
  const retry = vi.fn();
  const { rerender } = await show(<DataTable {...usual} rows={undefined} />);
  await expect.element(page.getByRole("status")).toMatchTextContent(t("ui.state.loading"));
  await rerender(<DataTable {...usual} rows={undefined} error={{ retry, message: "Too many" }} />);
  await expect.element(page.getByRole("alert")).toMatchTextContent("Too many");
  await page.getByRole("button", { name: t("ui.action.retry") }).click();
  expect(retry).toHaveBeenCalledTimes(1);
  // Loaded rows stay; the failure is shown below them.
  await rerender(<DataTable {...usual} rows={people} error={{ retry }} more={{ load: retry, loading: false }} />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(names()).toHaveLength(3);
  expect(page.getByRole("button", { name: t("ui.action.showMore") }).query()).toBeNull();
  await rerender(<DataTable {...usual} rows={[]} />);
  await expect.element(page.getByText(t("ui.table.empty"))).toBeVisible();
  await rerender(<DataTable {...usual} rows={[]} empty={<p>No people</p>} />);
  await expect.element(page.getByText("No people")).toBeVisible();
});

test("sums stand under their columns", async () => {
  await show(<DataTable {...usual} rows={people} footer={{ name: "Together", amount: "120.00" }} />);
  const cells = page.getByRole("row").last().getByRole("cell").elements();
  expect(cells.map(({ textContent }) => textContent)).toEqual(["Together", "120.00", "", ""]);
});

test("on a phone a row is a card with its title and key figures, sorted by a list", async () => {
  await page.viewport(390, 844);
  await show(<DataTable {...usual} rows={people} />);
  await expect.element(page.getByRole("cell", { name: "Zoe" })).toBeVisible();
  await expect.element(page.getByText("100", { exact: true })).toBeVisible();
  await expect.element(page.getByText("–").first()).not.toBeVisible();
  // The head names the cells for screen readers; nothing in it takes the focus.
  await expect.element(page.getByRole("columnheader", { name: "Amount" })).toBeInTheDocument();
  expect(page.getByRole("button", { name: "Amount" }).elements()).toEqual([]);
  const list = page.getByRole("combobox", { name: `${t("ui.table.sortBy")}: People` });
  await expect.element(list).toHaveDisplayValue(t("ui.table.unsorted"));
  await userEvent.selectOptions(list, "Name ↓");
  expect(names()).toEqual(["Zoe", "boris", "Ana"]);
});
