/** Documents that are valid for longer than usual. */
import { yearsLater } from "../../rules/calendar.ts";
import { type Answers, type FormAnswers, itemsOf } from "../field.ts";
import { foundAt, type Inconsistency, text } from "./found.ts";

/** Passports and cards are issued for ten years; a part of an earlier term may be added. Cards for life are for the old. */
const usualYears = 11;

const isLong = (answers: Answers | undefined, from: string): boolean =>
  text(answers, "documentExpires") > yearsLater(from, usualYears);

export function findLongDocuments({ document, representatives }: FormAnswers, today: string): Inconsistency[] {
  const issued = text(document, "documentIssued");
  return foundAt("longDocument", [
    ...(issued !== "" && isLong(document, issued) ? ["document.documentIssued", "document.documentExpires"] : []),
    ...itemsOf(representatives?.["representatives"])
      .filter((person) => isLong(person, today))
      .map(({ id }) => `representatives.representatives.${String(id)}.documentExpires`),
  ]);
}
