/** Checks the answers of the knowledge test: every current question, each with one of its options. */
import { questionnaireVersion, questions } from "@portico/kyc/questionnaire.ts";
import type { Fault } from "./field.ts";

export function checkTest(value: unknown, path: string, required: boolean): Fault[] {
  if (typeof value !== "object" || value === null) return [{ path, code: "wrongType" }];
  const { version, chosen } = value as { version?: unknown; chosen?: unknown };
  if (typeof chosen !== "object" || chosen === null) return [{ path, code: "wrongType" }];
  // Answers to an earlier version do not count: the new questions are asked.
  if (version !== questionnaireVersion) return required ? [{ path, code: "required" }] : [];
  const answers = chosen as Record<string, unknown>;
  return questions.flatMap(({ id, options }): Fault[] => {
    const answer = answers[id];
    if (answer === undefined) return required ? [{ path: `${path}.${id}`, code: "required" }] : [];
    return typeof answer === "string" && options.includes(answer)
      ? []
      : [{ path: `${path}.${id}`, code: "notAllowed" }];
  });
}
