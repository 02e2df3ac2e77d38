/** What the data of every kind of report have in common. */

/** Facts that change without a knowledge time: as they were when the report was asked for. */
export interface Given {
  firm: string;
  /** IANA name; days and times of the report are of it. */
  timeZone: string;
  holder: { type: "user" | "company"; name: string; account: string };
}

/** Each gap once, in the order in which they were met. */
export const distinctGaps = (gaps: readonly ReportGap[]): ReportGap[] => [
  ...new Map(
    gaps.map((gap) => [JSON.stringify(Object.entries(gap).toSorted(([one], [other]) => (one < other ? -1 : 1))), gap]),
  ).values(),
];

/** Days, both included. */
export interface Period {
  from: string;
  to: string;
}

/**
 * What is missing or doubtful, with its reason. The codes of the portfolio (`Gap` in api/portfolios.ts), and those of the kind
 * of report.
 */
export interface ReportGap {
  code: string;
  /** The instrument's name. */
  name?: string;
  currency?: string;
  day?: string;
  /** Day of the price or rate that was used instead. */
  quoted?: string;
}
