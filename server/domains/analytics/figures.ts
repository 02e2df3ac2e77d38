/** The charts of sign-ins: by day in the firm's time zone, and by place and device. */
import type { analytics } from "@portico/api/analytics.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import { figuresMaxDays, signInBars } from "@portico/api/rules/sign-ins.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { dayStarts, firmDay } from "../settings/firm-day.ts";
import { type FigureRow, figuresByDay, figuresByDimension } from "./figures.queries.ts";

type Query = Parsed<(typeof analytics)["getFigures"]>["query"];
type Figures = Answer<(typeof analytics)["getFigures"]>;

/** The days of the charts; `badInput` for a period that ends before it begins, or is too long. */
function readPeriod({ from, to }: Pick<Query, "from" | "to">, today: string): { from: string; to: string } {
  const last = to ?? today;
  const first = from ?? addDays(last, -364);
  if (last < first) throw new Refusal("badInput", { fields: [{ path: "to", code: "beforeStart" }] });
  if (daysBetween(first, last) >= figuresMaxDays)
    throw new Refusal("badInput", { fields: [{ path: "from", code: "tooSmall" }] });
  return { from: first, to: last };
}

const figuresOf = ({ sign_ins, failures, suspicious }: Omit<FigureRow, "value" | "country_code">) => ({
  signIns: sign_ins,
  failures,
  suspicious,
});
const none = { signIns: 0, failures: 0, suspicious: 0 };

export async function getFigures({ db, now }: Context, { by, ...days }: Query): Promise<Figures> {
  const { timeZone, today } = await firmDay(db, now());
  const { from, to } = readPeriod(days, today);
  const startOf = dayStarts(timeZone);
  const period = { from: startOf(from), before: startOf(addDays(to, 1)) };
  if (by === "day") {
    const known = new Map((await figuresByDay(db, { ...period, timeZone })).map((row) => [row.value, figuresOf(row)]));
    const rows = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
      const value = addDays(from, index);
      return { value, ...(known.get(value) ?? none) };
    });
    return { from, to, timeZone, rows, others: none };
  }
  const rows = await figuresByDimension(db, by === "browserName" ? "browser" : by, period);
  const others = rows.slice(signInBars).reduce(
    (sum, { sign_ins, failures, suspicious }) => ({
      signIns: sum.signIns + sign_ins,
      failures: sum.failures + failures,
      suspicious: sum.suspicious + suspicious,
    }),
    none,
  );
  return {
    from,
    to,
    timeZone,
    rows: rows.slice(0, signInBars).map((row) => ({
      value: by === "country" ? row.country_code : row.value,
      ...(by === "city" && { country_code: row.country_code }),
      ...figuresOf(row),
    })),
    others,
  };
}
