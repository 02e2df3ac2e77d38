/** A drawn page: what it says when nothing could be drawn. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { FilePage } from "./file-page.tsx";
import { createCanvas, type DrawnPage, type OpenFile } from "./open-file.ts";

const drawing = (draw: (context: CanvasRenderingContext2D) => void): OpenFile => ({
  pages: 1,
  draw: () => {
    const canvas = createCanvas(600, 800);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "white";
    context.fillRect(0, 0, 600, 800);
    draw(context);
    return Promise.resolve(canvas);
  },
  close: () => undefined,
});
const showPage = (file: OpenFile) => show(<FilePage file={file} page={1} turn={0} zoom={1} label="Page 1" />);
const blank = () => page.getByText(t("viewer.pageBlank"));

test("a page that shows nothing says so", async () => {
  await showPage(drawing(() => undefined));
  await expect.element(blank()).toBeVisible();
});

test("a page with content has no such notice", async () => {
  await showPage(
    drawing((context) => {
      context.fillStyle = "black";
      context.fillRect(10, 10, 40, 1);
    }),
  );
  await expect.element(page.getByRole("img", { name: "Page 1" })).toBeVisible();
  await expect.element(blank()).not.toBeInTheDocument();
});

test("a page counts as shown once it is drawn and on the screen", async () => {
  const seen: DrawnPage[] = [];
  const black = drawing((context) => {
    context.fillStyle = "black";
    context.fillRect(10, 10, 40, 40);
  });
  const file: OpenFile = { ...black, pages: 3 };
  await show(
    <>
      <div id="above" style={{ height: "300vh" }} />
      <div id="reader" style={{ height: "20rem", display: "flex", flexDirection: "column" }}>
        <FilePage file={file} page={2} turn={0} zoom={1} label="Page 2" onDrawn={(one) => seen.push(one)} />
      </div>
    </>,
  );
  await expect.element(page.getByRole("img", { name: "Page 2" })).toBeInTheDocument();
  await new Promise((over) => setTimeout(over, 300));
  expect(seen).toEqual([]);
  document.getElementById("reader")?.scrollIntoView();
  await expect.poll(() => seen.at(-1)).toEqual({ page: 2, pages: 3, isBlank: false });
});
