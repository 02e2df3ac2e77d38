/** Investment knowledge: of the person, or of whoever trades for the company. */
import { instrumentClasses } from "@portico/kyc/risk-profile.ts";
import type { StepScope } from "./field.ts";
import { bandOptions } from "./settled.ts";

const tradeCounts = ["none", "1to10", "10to50", "over50"] as const;
const experienceYears = ["under1", "1to3", "3to10", "over10"] as const;

const hasTraded = ({ siblings }: StepScope): boolean =>
  siblings["trades"] !== undefined && siblings["trades"] !== "none";

export const experience = {
  kind: "grid",
  name: "experience",
  list: "instrumentClass",
  rows: instrumentClasses,
  required: true,
  hint: true,
  fields: [
    { kind: "yesNo", name: "familiar", required: true, half: true },
    {
      kind: "choice",
      name: "trades",
      list: "tradeCount",
      options: tradeCounts,
      required: true,
      half: true,
      folded: true,
    },
    {
      kind: "choice",
      name: "volume",
      list: "tradeVolume",
      options: bandOptions.tradeVolume,
      required: true,
      half: true,
      folded: true,
      when: hasTraded,
    },
    {
      kind: "choice",
      name: "since",
      half: true,
      folded: true,
      list: "experienceYears",
      options: experienceYears,
      required: true,
      when: hasTraded,
    },
  ],
} as const;

export const education = {
  kind: "choice",
  name: "education",
  list: "education",
  options: ["primary", "secondary", "bachelor", "master", "doctorate"],
  required: true,
  half: true,
} as const;
export const profession = { kind: "text", name: "profession", required: true, half: true } as const;
export const knowledgeTest = { kind: "test", name: "knowledgeTest", required: true, hint: true } as const;
