/** Parts of a page by their labels: heads, cards, figures, groups of fields. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Money } from "./figures.tsx";
import { InputSection } from "./input-section.tsx";
import { PageHead, Section, StatTile, StatTiles } from "./section.tsx";
import { show } from "./testing/show.tsx";

test("a card is named by its heading; a page's head holds the page's heading", async () => {
  await show(
    <>
      <PageHead title="Orders" actions={<button type="button">New</button>}>
        All of them
      </PageHead>
      <Section id="open" title="Open orders" hint="Waiting">
        None
      </Section>
    </>,
  );
  await expect.element(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  const card = page.getByRole("region", { name: "Open orders" });
  await expect.element(card).toHaveAttribute("id", "open");
  await expect.element(card.getByRole("heading", { level: 2 })).toMatchTextContent("Open orders");
});

test("figures stand as a list of names and values", async () => {
  await show(
    <StatTiles>
      <StatTile label="Value" note="as of today">
        12
      </StatTile>
    </StatTiles>,
  );
  await expect.element(page.getByRole("term")).toMatchTextContent("Value");
  expect(
    page
      .getByRole("definition")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["12", "as of today"]);
});

test("an amount stays within a narrow tile", async () => {
  await page.viewport(1024, 600);
  await show(
    <div style={{ width: 208 }}>
      <StatTiles>
        <StatTile label="Effect">
          <Money amount="1234567.89" currency="EUR" result />
        </StatTile>
      </StatTiles>
    </div>,
  );
  const value = page.getByRole("definition").element();
  const text = document.createRange();
  text.selectNodeContents(value);
  const tile = value.parentElement?.getBoundingClientRect();
  expect(text.getBoundingClientRect().right).toBeLessThan(tile?.right ?? 0);
});

test("fields that belong together are a group with its name, hint and error", async () => {
  await show(
    <InputSection label="Address" hint="Where you live" error="Incomplete" required>
      <input aria-label="Street" />
    </InputSection>,
  );
  const group = page.getByRole("group", { name: "Address" });
  await expect.element(group).toHaveAccessibleDescription("Where you live Incomplete");
  await expect.element(group.getByRole("textbox", { name: "Street" })).toBeVisible();
});
