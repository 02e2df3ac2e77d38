/** The specification's limits (section 9) that only the page enforces. */
import { phoneLength } from "@portico/api/rules/phone.ts";
import { expect, test } from "vitest";
import { refetchMs } from "../portfolios/portfolio-state.ts";
import { chartColour, chartSlots } from "../ui/chart-colour.ts";
import { alertMilliseconds } from "./dialogs/alert.ts";
import { writeLanguageCookie } from "./navigation/language-cookie.ts";
import { guardMilliseconds } from "./offline/reload.ts";
import { checkMilliseconds } from "./offline/version-prompt.tsx";

test("messages stay five seconds, portfolios five minutes, reloads are ten seconds apart, versions an hour", () => {
  expect([alertMilliseconds, refetchMs, guardMilliseconds, checkMilliseconds]).toEqual([
    5000, 300_000, 10_000, 3_600_000,
  ]);
});

test("a phone number has 25 characters at most, and 35 slots of a chart a colour of their own", () => {
  expect([phoneLength.max, chartSlots]).toEqual([25, 35]);
  const colours = Array.from({ length: 36 }, (_, slot) => chartColour(slot));
  expect(new Set(colours).size).toBe(36);
  expect(colours[35]).toBe(chartColour(undefined));
});

test("the language is remembered for 365 days, at every path, for this site alone", () => {
  expect(writeLanguageCookie("pl")).toBe("i18n_redirected=pl; Max-Age=31536000; Path=/; SameSite=Lax");
});
