/** What a hand does on the rows of a setting. */
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { EditableList } from "./editable-list.tsx";

interface Row {
  name: string;
  fixed?: boolean;
}
const changed = vi.fn<(names: string[]) => void>();

function List({ start, ...rest }: { start: Row[] } & Partial<Parameters<typeof EditableList<Row>>[0]>) {
  const [rows, setRows] = useState(start);
  return (
    <EditableList
      canChange
      most={3}
      newRow={{ name: "" }}
      className=""
      addLabel="Add"
      removeLabel="Remove"
      removeNameOf={({ name }) => `Remove ${name}`}
      nameOf={({ name }) => name}
      {...rest}
      rows={rows}
      onChange={(next) => {
        changed(next.map(({ name }) => name));
        setRows(next);
      }}
    >
      {({ row, at, change, controls }) => (
        <>
          <LimitedInput
            label={`Name ${at + 1}`}
            limit={20}
            value={row.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          {controls}
        </>
      )}
    </EditableList>
  );
}
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const button = (name: string) => expect.element(page.getByRole("button", { name, exact: true }));

test("rows are added at the end, changed, moved and removed, each alone", async () => {
  await show(<List start={[{ name: "a" }, { name: "b" }]} />);
  await press("Add");
  await page.getByRole("textbox", { name: "Name 3" }).fill("c");
  expect(changed).toHaveBeenLastCalledWith(["a", "b", "c"]);
  await press(t("admin.settings.moveUp", { name: "c" }));
  expect(changed).toHaveBeenLastCalledWith(["a", "c", "b"]);
  await press(t("admin.settings.moveDown", { name: "a" }));
  expect(changed).toHaveBeenLastCalledWith(["c", "a", "b"]);
  await press("Remove a");
  expect(changed).toHaveBeenLastCalledWith(["c", "b"]);
  await button(t("admin.settings.moveUp", { name: "c" })).toBeDisabled();
  await button(t("admin.settings.moveDown", { name: "b" })).toBeDisabled();
});

test("no more than the API accepts are added, a fixed row stays, and so does one of the others", async () => {
  await show(
    <List keepsOne isFixed={({ fixed }) => fixed === true} start={[{ name: "a", fixed: true }, { name: "b" }]} />,
  );
  await button("Remove a").not.toBeInTheDocument();
  await button("Remove b").toBeDisabled();
  await press("Add");
  await button("Add").toBeDisabled();
  await button("Remove b").toBeEnabled();
});

test("those who may not change it see the rows alone", async () => {
  await show(<List canChange={false} start={[{ name: "a" }]} />);
  await expect.element(page.getByRole("textbox", { name: "Name 1" })).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
