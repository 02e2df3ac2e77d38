/** The status of each step: closed, with remarks, complete, missing or invalid answers, or not started. */
import type { Fault, FormAnswers } from "@portico/api/forms/field.ts";
import type { Translate } from "../ui/text.tsx";

export interface Marks {
  locked: ReadonlySet<string>;
  /** Remarks whose field is unchanged. */
  unanswered: readonly { path: string }[];
  answers: FormAnswers;
  /** The server's errors in the whole form; undefined until it has answered. */
  faults: readonly Fault[] | undefined;
}

type Mark = "locked" | "remark" | "done" | "wrong" | "gaps" | "open";

interface StepMark {
  mark: Mark;
  /** Number of missing or invalid answers. */
  count: number;
}

export function chooseStepMark(step: string, { locked, unanswered, answers, faults }: Marks): StepMark {
  const isIn = ({ path }: { path: string }): boolean => path === step || path.startsWith(`${step}.`);
  if (locked.has(step)) return { mark: "locked", count: 0 };
  if (unanswered.some(isIn)) return { mark: "remark", count: 0 };
  if (!faults) return { mark: "open", count: 0 };
  const own = faults.filter(isIn);
  if (own.length === 0) return { mark: "done", count: 0 };
  const wrong = own.filter(({ code }) => code !== "required").length;
  const isBegun = Object.keys(answers[step] ?? {}).length > 0;
  if (!isBegun) return { mark: "open", count: 0 };
  return wrong > 0 ? { mark: "wrong", count: wrong } : { mark: "gaps", count: own.length };
}

/** The text next to a step's name; none for a step that is simply open. */
export function markLabel(t: Translate, { mark, count }: StepMark): string | undefined {
  switch (mark) {
    case "locked":
      return t("forms.page.acceptedShort");
    case "remark":
      return t("forms.page.remarkShort");
    case "done":
      return t("forms.page.doneShort");
    case "wrong":
      return t("forms.page.wrongShort", { count });
    case "gaps":
      return t("forms.page.gapsShort", { count });
    default:
      return undefined;
  }
}
