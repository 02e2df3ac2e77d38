/** The state of a report in a word. */
import type { ReportRow } from "@portico/api/reports.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { type Translate, useText } from "../ui/text.tsx";

type Shown = Pick<ReportRow, "state" | "replacedBy">;

/** A report that was corrected says so instead of being made. */
const wordOf = ({ state, replacedBy }: Shown) => (state === "made" && replacedBy !== null ? "corrected" : state);

export const reportStateText = (t: Translate, report: Shown): string => t(`reports.state.${wordOf(report)}`);

const colours = { making: "blue", made: "green", corrected: "grey", failed: "red" } as const;

export function ReportBadge({ report }: { report: Shown }) {
  const t = useText();
  const word = wordOf(report);
  return (
    <StatusBadge status={word} colour={colours[word]}>
      {reportStateText(t, report)}
    </StatusBadge>
  );
}
