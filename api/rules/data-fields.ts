/** Types of data fields, and which values fit them. Without zod, because pages load it. */
import { isDay } from "./calendar.ts";

export const fieldTypes = ["text", "number", "day", "choice", "yesNo"] as const;
export type FieldType = (typeof fieldTypes)[number];

export const mostChoices = 40;

interface Choice {
  id: string;
  name: Readonly<Record<"bg" | "en" | "pl", string>>;
}
export interface TypedField {
  type: FieldType;
  choices: readonly Choice[];
}

/** What people write for yes and no, in each language. */
const words = { yes: ["true", "yes", "да", "tak", "1"], no: ["false", "no", "не", "nie", "0"] };

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : JSON.stringify(value));

function numberIn(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0\u202f]/g, "").replace(",", ".");
  const value = /^-?\d{1,15}(\.\d{1,12})?$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** "2026-01-31" or "31.1.2026". */
function dayIn(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}` : text;
  return isDay(iso) ? iso : undefined;
}

function choiceIn(text: string, choices: readonly Choice[]): string | undefined {
  const wanted = text.toLowerCase();
  return choices.find(
    ({ id, name }) => id === text || Object.values(name).some((one) => one.trim().toLowerCase() === wanted),
  )?.id;
}

function answerIn(text: string): boolean | undefined {
  const wanted = text.toLowerCase();
  if (words.yes.includes(wanted)) return true;
  return words.no.includes(wanted) ? false : undefined;
}

/**
 * The value as a field of the type keeps it: a text, a number, a day (ISO), the id of a choice, or true or false. Undefined if it
 * does not fit. A text keeps whatever it is.
 */
export function fitValue({ type, choices }: TypedField, value: unknown): unknown {
  if (type === "text") return value;
  const text = textOf(value);
  if (type === "number") return typeof value === "number" ? value : numberIn(text);
  if (type === "day") return dayIn(text);
  return type === "choice" ? choiceIn(text, choices) : answerIn(text);
}

/** The same for a value of a field that had another type: what was chosen becomes its English name. */
export function convertValue(before: TypedField, after: TypedField, value: unknown): unknown {
  const chosen = before.type === "choice" ? before.choices.find(({ id }) => id === value)?.name.en : undefined;
  if (after.type !== "text")
    return fitValue(after, value) ?? (chosen === undefined ? undefined : fitValue(after, chosen));
  if (before.type === "text") return value;
  return chosen ?? textOf(value);
}
