/** Whether a regular expression takes time linear in the text, by static analysis (scslre). */
import { analyse } from "scslre";

const texts = {
  Self: "repeats a repetition",
  Trade: "has two repetitions that can share the same characters",
  Move: "has a repetition that can begin at each place of the same run",
} as const;

/** Why the expression is not linear; empty if it is. */
export const nonLinear = (source: string, flags: string): string[] => [
  ...new Set(analyse({ source, flags }).reports.map(({ type }) => texts[type])),
];
