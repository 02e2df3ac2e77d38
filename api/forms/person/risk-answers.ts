/** Maps the answers of the finances and knowledge steps to the input of the risk profile. */
import { gradeTest } from "@portico/kyc/questionnaire-key.ts";
import type { RiskAnswers } from "@portico/kyc/risk-profile.ts";
import type { Answers, FormAnswers } from "../field.ts";
import type { FinancesAnswers } from "./finances.ts";
import type { KnowledgeAnswers } from "./knowledge.ts";

/** Undefined while a required answer is missing. */
export function toRiskAnswers(form: FormAnswers): RiskAnswers | undefined {
  const { annualIncome, liquidAssets, commitments, horizon, goal, riskAttitude, bearableLoss } = (form["finances"] ??
    {}) as FinancesAnswers;
  const { experience, knowledgeTest } = (form["knowledge"] ?? {}) as KnowledgeAnswers;
  if (!annualIncome || !liquidAssets || !commitments || !horizon || !goal || !riskAttitude || !bearableLoss)
    return undefined;
  const grade = gradeTest(knowledgeTest?.chosen ?? {});
  return {
    horizon,
    purpose: goal,
    attitude: riskAttitude,
    bearableLoss,
    income: annualIncome,
    liquidAssets,
    commitments,
    tradedClasses: Object.values((experience ?? {}) as Record<string, Answers>).filter(
      ({ trades }) => trades !== undefined && trades !== "none",
    ).length,
    testRight: grade.right,
    testOf: grade.of,
  };
}
