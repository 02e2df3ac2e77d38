/** Writing Markdown: what readers will see is beside it, faults are told by line, foreign HTML stays harmless. */
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show, t } from "../../../ui/testing/show.tsx";
import { LanguageTabs } from "./language-tabs.tsx";
import { MarkdownField } from "./markdown-field.tsx";
import { VersionDiff } from "./version-diff.tsx";

function Editor({ begin }: { begin: string }) {
  const [value, setValue] = useState(begin);
  return <MarkdownField language="en" label="Text" value={value} onChange={setValue} limit={1000} known={["firm"]} />;
}
const preview = () => page.getByRole("region", { name: t("admin.editor.preview") });

test("what is typed is shown as its readers will see it", async () => {
  await show(<Editor begin="" />);
  await userEvent.fill(
    page.getByLabelText("Text"),
    "## Custody\n\nAt a **bank**, see [fees](/learn-more/fees).\n\n| Fee | Rate |\n| - | -: |\n| Yearly | 1 % |",
  );
  await expect.element(preview().getByRole("heading", { name: "Custody" })).toBeVisible();
  await expect.element(preview().getByRole("link", { name: "fees" })).toHaveAttribute("href", "/en/learn-more/fees");
  await expect.element(preview().getByRole("columnheader", { name: "Rate" })).toBeVisible();
});

test("a fault is told with its line, and leads there", async () => {
  await show(<Editor begin={"First line\n\nSecond <b>line</b>\n\n[go](javascript:alert(1)) {{nobody}}"} />);
  await expect.element(preview().getByText(t("admin.editor.noPreview"))).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: /^Line 3:/ }).first());
  const area = page.getByLabelText("Text").element() as HTMLTextAreaElement;
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("Second <b>line</b>");
  await expect.element(page.getByRole("button", { name: /^Line 5:.*javascript:alert\(1\)/ })).toBeVisible();
});

test("nothing that is written becomes HTML or runs", async () => {
  await show(<Editor begin="x" />);
  for (const text of [
    "\\<img src=x onerror=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "[a](/\\evil.example) [b](//evil.example)",
    "<javascript:alert(1)>",
  ]) {
    await userEvent.fill(page.getByLabelText("Text"), text);
    await expect.element(page.getByLabelText("Text")).toHaveValue(text);
    for (const element of preview().element().querySelectorAll("script, img, [onerror], a"))
      expect(element.outerHTML).toBe("");
  }
});

test("the languages say which is missing", async () => {
  await show(<LanguageTabs current="en" missing={["pl"]} onPick={() => {}} />);
  await expect
    .element(page.getByRole("button", { name: `${t("shell.language.pl")} ${t("admin.editor.missing")}` }))
    .toBeVisible();
  await expect.element(page.getByRole("button", { name: t("shell.language.bg"), exact: true })).toBeVisible();
});

test("only what differs is compared", async () => {
  const part = (id: string, before: string, after: string) => ({
    id,
    label: id,
    language: "en" as const,
    before,
    after,
  });
  await show(<VersionDiff parts={[part("Title", "Fees", "Fees"), part("Text", "a\nb", "a\nc")]} />);
  await expect.element(page.getByRole("heading", { name: "Text" })).toBeVisible();
  expect(page.getByRole("heading", { name: "Title" }).elements()).toHaveLength(0);
  await expect.element(page.getByText("c", { exact: true })).toBeVisible();
});
