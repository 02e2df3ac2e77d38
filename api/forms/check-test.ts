/** Checks the answers of the knowledge test: every question of the version that is asked now, each with one of its options. */
import { questionnaireVersion, questions } from "@portico/kyc/questionnaire.ts";
import type { Fault } from "./field.ts";

export function checkTest(value: unknown, path: string, isRequired: boolean): Fault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [{ path, code: "wrongType" }];
  const { version, chosen } = value as { version?: unknown; chosen?: unknown };
  if (typeof chosen !== "object" || chosen === null || Array.isArray(chosen)) return [{ path, code: "wrongType" }];
  if (version !== questionnaireVersion) return [{ path, code: "required" }];
  return questions.flatMap(({ id, options }): Fault[] => {
    const answer = (chosen as Record<string, unknown>)[id];
    if (answer === undefined) return isRequired ? [{ path: `${path}.${id}`, code: "required" }] : [];
    return typeof answer === "string" && options.includes(answer)
      ? []
      : [{ path: `${path}.${id}`, code: "notAllowed" }];
  });
}
