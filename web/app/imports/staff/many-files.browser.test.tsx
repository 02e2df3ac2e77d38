/** Files that were read together. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { ManyFiles } from "./many-files.tsx";
import type { ManyFile, ReadImport } from "./use-read-many.ts";

const read = (part: Partial<ReadImport>): ReadImport => ({
  id: 7,
  fileName: "january.sta",
  kind: "cash",
  format: "mt940",
  message: "MT940",
  state: "previewed",
  newRows: 3,
  refusedRows: 0,
  ...part,
});
const file = (name: string, part: Partial<ManyFile>): ManyFile => ({
  key: name,
  name,
  state: "read",
  imports: [],
  fault: undefined,
  ...part,
});

test("each says what it is and leads to its preview; those of a ZIP stand beside what could not be unpacked", async () => {
  const onAgain = vi.fn<() => void>();
  await show(
    <ManyFiles
      files={[
        file("january.sta", { imports: [read({})] }),
        file("bank.zip", {
          imports: [read({ id: 8, fileName: "a.xml", format: null, message: null, state: "refused" })],
          fault: "The rest is damaged",
        }),
      ]}
      onAgain={onAgain}
    />,
  );
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent(t("admin.imports.many.progress", { done: 2, total: 2 }));
  await expect
    .element(page.getByRole("link", { name: "january.sta" }))
    .toHaveAttribute("href", "/en/admin/imports?id=7");
  await expect.element(page.getByText(`${t("admin.imports.kind.cash")} · MT940`)).toBeVisible();
  await expect.element(page.getByText(t("admin.imports.many.nothing"))).toBeVisible();
  await expect.element(page.getByText("The rest is damaged")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: t("admin.imports.many.again") }));
  expect(onAgain).toHaveBeenCalledOnce();
});

test("while files wait, nothing else can be started", async () => {
  await show(
    <ManyFiles files={[file("a.csv", { state: "reading" }), file("b.csv", { state: "waiting" })]} onAgain={() => {}} />,
  );
  await expect.element(page.getByText(t("admin.imports.many.waiting"))).toBeVisible();
  await expect.element(page.getByRole("button", { name: t("admin.imports.many.again") })).not.toBeInTheDocument();
});
