/** The step between reading a contract and signing it. */
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../ui/testing/show.tsx";
import { ReadingStep } from "./reading-step.tsx";
import { useReading } from "./use-reading.ts";

function Trial() {
  const [sha256, setSha256] = useState("aa");
  const reading = useReading(sha256);
  return (
    <>
      <button type="button" disabled={!reading.isRead} aria-describedby="step">
        Sign
      </button>
      {[1, 2].map((number) => (
        <button key={number} type="button" onClick={() => reading.onDrawn({ page: number, pages: 2, isBlank: false })}>
          Draw {number}
        </button>
      ))}
      <button type="button" onClick={() => setSha256("bb")}>
        Other text
      </button>
      <ReadingStep id="step" reading={reading} onDownload={reading.onDownloaded} />
    </>
  );
}
const sign = () => page.getByRole("button", { name: "Sign" });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("the button waits for the last page, and again for another text", async () => {
  await show(<Trial />);
  await expect.element(sign()).toBeDisabled();
  await press("Draw 1");
  await expect.element(sign()).toBeDisabled();
  await expect.element(sign()).toHaveAccessibleDescription(t("contracts.reading.missing", { pages: "2" }));
  await press("Draw 2");
  await expect.element(sign()).toBeEnabled();
  await press("Other text");
  await expect.element(sign()).toBeDisabled();
});

test("who cannot read it here downloads it and says that they read it", async () => {
  await show(<Trial />);
  const stated = page.getByRole("checkbox", { name: t("contracts.reading.stated") });
  await expect.element(stated).not.toBeInTheDocument();
  await press(t("contracts.read.download"));
  await expect.element(sign()).toBeDisabled();
  await stated.click();
  await expect.element(sign()).toBeEnabled();
  await stated.click();
  await expect.element(sign()).toBeDisabled();
});
