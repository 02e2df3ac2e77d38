/** Figures, times and currencies, visually and for screen readers. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { CurrencyCode } from "./currency-code.tsx";
import { Age, Day, EntryTime, Moment, MomentRange, RecordDate, RecordDay, RecordTime } from "./dates.tsx";
import { Money, Percent, Quantity } from "./figures.tsx";
import { show, t } from "./testing/show.tsx";

const textOf = async (part: Parameters<typeof show>[0]) => {
  const { container, unmount } = await show(part);
  const { textContent } = container;
  await unmount();
  return textContent?.replaceAll("\u00a0", " ");
};

test("money has its currency's decimals, and the currency unless it stands elsewhere", async () => {
  expect(await textOf(<Money amount="1234.5" currency="EUR" />)).toBe("1,234.50 EUR");
  expect(await textOf(<Money amount={1234} currency="JPY" />)).toBe("1,234 JPY");
  expect(await textOf(<Money amount="-0.004" currency="EUR" bare />)).toBe("0.00");
  expect(await textOf(<Money amount="1.23456" currency="EUR" price={4} bare />)).toBe("1.2346");
  expect(await textOf(<Money amount="0.000123456" currency="EUR" rate bare />)).toBe("0.000123456");
});

test("a result is said by word and sign, not by colour alone; nought is neither gain nor loss", async () => {
  expect(await textOf(<Money amount="12.3" currency="EUR" result />)).toBe(`${t("ui.money.gain")} +12.30 EUR`);
  expect(await textOf(<Money amount="-12.3" currency="EUR" result bare />)).toBe(`${t("ui.money.loss")} \u221212.30`);
  expect(await textOf(<Money amount="0" currency="EUR" result bare />)).toBe("0.00");
  expect(await textOf(<Percent value={-1.5} result />)).toBe(`${t("ui.money.loss")} \u22121.50%`);
  expect(await textOf(<Percent value={1.5} />)).toBe("1.50%");
});

test("a quantity keeps its fraction, and all digits where it is exact", async () => {
  expect(await textOf(<Quantity value="0.4" />)).toBe("0.4");
  expect(await textOf(<Quantity value="1000" />)).toBe("1,000");
  expect(await textOf(<Quantity value="0.123456789012" />)).toBe("0.12345679");
  expect(await textOf(<Quantity value="0.123456789012" exact />)).toBe("0.123456789012");
});

test.each([
  ["money", <Money key="" amount={null} currency="EUR" because="No price" />],
  ["a percentage", <Percent key="" value={undefined} because="No price" />],
  ["a quantity", <Quantity key="" value={null} because="No price" />],
])("%s that is missing says so and why, and never reads nought", async (_, part) => {
  expect(await textOf(part)).toBe(`${t("ui.money.unavailable")} No price`);
});

test("moments and days are marked up for machines", async () => {
  const at = "2026-03-09T12:05:09Z";
  const { container } = await show(
    <>
      <RecordTime at={at} />
      <RecordDay day="2026-03-09" />
      <RecordDate at={at} />
      <Moment at={at} />
      <Day day="2026-03-09" />
      <MomentRange from={at} to="2026-03-09T13:05:09Z" />
      <Age since={new Date(Date.now() - 3 * 86_400_000).toISOString()} />
    </>,
  );
  const times = [...container.querySelectorAll("time")];
  expect(times.slice(0, 5).map(({ dateTime, textContent, title }) => [dateTime, textContent, title])).toEqual([
    [at, "2026-03-09, 14:05:09", ""],
    ["2026-03-09", "2026-03-09", ""],
    [at, "2026-03-09", "2026-03-09, 14:05:09"],
    [at, "9 March 2026 at 14:05", ""],
    ["2026-03-09", "9 March 2026", ""],
  ]);
  expect(times[5]?.dateTime).toBe("2026-03-09T13:05:09Z");
  expect(times[5]?.textContent).toMatch(/9 March 2026.*14:05.*15:05/);
  expect(times[6]?.textContent).toBe("3 days ago");
});

test("an entry shows its time in the firm's time zone, and its day alone if that is all that is known", async () => {
  expect(await textOf(<EntryTime at="2026-03-09T12:05:09Z" timeZone="Europe/Sofia" />)).toBe("2026-03-09, 14:05:09");
  expect(await textOf(<EntryTime at="2026-03-08T22:00:00Z" timeZone="Europe/Sofia" />)).toBe("2026-03-09");
  expect(await textOf(<EntryTime at="2026-03-08T22:00:00Z" timeZone="Europe/Warsaw" />)).toBe("2026-03-08, 23:00:00");
});

test("a currency's code tells its name to pointer and voice", async () => {
  await show(<CurrencyCode code="EUR" />);
  await expect.element(page.getByTitle("Euro")).toMatchTextContent("EUR (Euro)");
});
