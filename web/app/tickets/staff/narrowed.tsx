/** What a figure of the workload narrowed the list of tickets to, and the way to the whole list. */
import { isDay } from "@portico/api/rules/calendar.ts";
import { type LateReason, lateReasons } from "@portico/api/rules/tickets.ts";
import { Link, useSearchParams } from "react-router";
import { formatDay } from "../../ui/format.ts";
import { Facts } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

export interface NarrowedTo {
  due?: "later";
  why?: LateReason;
  from?: string;
  to?: string;
}

const names = ["due", "why", "from", "to"] as const;

/** The part of the query that has no field of its own; what is unusable is ignored. */
export function readNarrowed(params: URLSearchParams): NarrowedTo {
  const why = lateReasons.find((one) => one === params.get("why"));
  const dayOf = (name: "from" | "to") => {
    const day = params.get(name) ?? "";
    return isDay(day) ? { [name]: day } : {};
  };
  return {
    ...(params.get("due") === "later" && { due: "later" }),
    ...(why && { why }),
    ...dayOf("from"),
    ...dayOf("to"),
  };
}

export function Narrowed({ narrowed }: { narrowed: NarrowedTo }) {
  const t = useText();
  const language = useLanguage();
  const [params] = useSearchParams();
  const { due, why, from, to } = narrowed;
  if (Object.keys(narrowed).length === 0) return null;
  const whole = new URLSearchParams(params);
  for (const name of names) whole.delete(name);
  return (
    <Facts>
      {due && <span>{t("admin.tickets.narrowed.later")}</span>}
      {why && <span>{t(`admin.tickets.narrowed.${why}`)}</span>}
      {(from ?? to) !== undefined && (
        <span>
          {t("admin.tickets.narrowed.opened", {
            from: from === undefined ? "…" : formatDay(language, from),
            to: to === undefined ? "…" : formatDay(language, to),
          })}
        </span>
      )}
      <Link to={`?${whole}`}>{t("admin.tickets.narrowed.all")}</Link>
    </Facts>
  );
}
