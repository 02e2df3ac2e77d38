/** Results derived from the answers: inconsistencies, and what is calculated for the reviewer. */
import { calculateShares, readOwnership } from "@portico/api/forms/check-ownership.ts";
import type { Fault, FormAnswers, TestAnswers } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { findInconsistencies } from "@portico/api/forms/inconsistency.ts";
import type { IdentityAnswers } from "@portico/api/forms/person/identity.ts";
import type { KnowledgeAnswers } from "@portico/api/forms/person/knowledge.ts";
import type { NationalIdentifierAnswers } from "@portico/api/forms/person/national-identifier.ts";
import { toRiskAnswers } from "@portico/api/forms/person/risk-answers.ts";
import type { Settled } from "@portico/api/forms/settled.ts";
import { identifierCountry } from "@portico/api/forms/shared-fields.ts";
import { reportDesignation } from "@portico/kyc/national-identifier.ts";
import { beneficialOwners } from "@portico/kyc/ownership.ts";
import { gradeTest } from "@portico/kyc/questionnaire-key.ts";
import { riskProfile } from "@portico/kyc/risk-profile.ts";
import { appropriateness, type StatedKnowledge } from "@portico/kyc/risk-profile-appropriateness.ts";
import type { Computed, Inconsistency } from "../content.ts";
import { stepOf } from "../forms.policy.ts";

export interface Findings {
  inconsistencies: Inconsistency[];
  computed: Computed;
}

interface Given {
  /** The answers that were asked. */
  form: FormAnswers;
  /** Their errors: nothing is calculated from a step with errors. */
  faults: readonly Fault[];
  today: string;
  /** Percentage from which an owner is a beneficial owner: the firm's setting. */
  ownerPercent: number;
  settled: Settled;
}

export function deriveFindings(type: FormType, { form, faults, today, ownerPercent, settled }: Given): Findings {
  const isWell = (...steps: string[]): boolean => !faults.some(({ path }) => steps.includes(stepOf(path)));
  return {
    inconsistencies: findInconsistencies(type, { form, today, ownerPercent, settled }),
    computed: {
      nationalIdentifier:
        type === "KYC" && isWell("identity", "nationalIdentifier", "contact") ? findDesignation(form) : null,
      riskProfile: isWell("finances", "knowledge") ? assessRisk(form) : null,
      testScore: isWell("knowledge") ? scoreTest(form) : null,
      inappropriate: isWell("knowledge") ? findInappropriate(form) : [],
      beneficialOwners: type === "companyKYC" && isWell("ownership") ? findBeneficialOwners(form, ownerPercent) : [],
    },
  };
}

/** The results for the client: no score, since the test could be repeated until it is full. */
export const withoutAssessment = (computed: Computed): Computed => ({
  ...computed,
  testScore: null,
  inappropriate: [],
});

/** The RTS 22 identifier, generated or typed. */
function findDesignation({ identity, nationalIdentifier, contact }: FormAnswers): string | null {
  const { firstName = "", lastName = "", birthDate = "" } = (identity ?? {}) as IdentityAnswers;
  const { identifierKind, identifierValue = "" } = (nationalIdentifier ?? {}) as NationalIdentifierAnswers;
  const residence = contact?.["residenceCountry"];
  const country = identifierCountry(identity ?? {}, typeof residence === "string" ? residence : "");
  if (!identifierKind || country === "") return null;
  return reportDesignation({
    country,
    kind: identifierKind,
    value: identifierValue,
    birthDate,
    first: firstName,
    last: lastName,
  });
}

function assessRisk(form: FormAnswers): Computed["riskProfile"] {
  const answers = toRiskAnswers(form);
  return answers ? riskProfile(answers) : null;
}

function scoreTest({ knowledge }: FormAnswers): Computed["testScore"] {
  const test = knowledge?.["knowledgeTest"] as TestAnswers | undefined;
  return test ? gradeTest(test.chosen) : null;
}

function findInappropriate(form: FormAnswers): Computed["inappropriate"] {
  const { right = 0, of = 0 } = scoreTest(form) ?? {};
  const { experience = {} } = (form["knowledge"] ?? {}) as KnowledgeAnswers;
  const assessments = appropriateness({
    experience: experience as StatedKnowledge["experience"],
    testRight: right,
    testOf: of,
  });
  return Object.entries(assessments)
    .filter(([, { suitable }]) => !suitable)
    .map(([instrument, { reasons }]) => ({ instrument, lacking: [...reasons] }));
}

function findBeneficialOwners({ ownership }: FormAnswers, ownerPercent: number): Computed["beneficialOwners"] {
  const graph = readOwnership(ownership?.["owners"]);
  if (!graph) return [];
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  return beneficialOwners(calculateShares(graph), ownerPercent).map(({ id, percent, attributed, controls }) => ({
    name: names.get(id) ?? "",
    percent,
    attributed,
    controls,
  }));
}
