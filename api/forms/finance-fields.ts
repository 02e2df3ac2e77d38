/** Assets, obligations and goals, the basis of the risk profile. */
import {
  attitudes,
  bearableLosses,
  horizons,
  incomeBands,
  purposes,
  wealthBands,
  wealthBandsFromNone,
} from "@portico/kyc/risk-profile.ts";

export const incomeSources = ["salary", "business", "pension", "rent", "investments", "support"] as const;

export const means = [
  { kind: "choice", name: "annualIncome", list: "incomeBand", options: incomeBands, required: true, half: true },
  { kind: "choices", name: "incomeSources", list: "incomeSource", options: incomeSources, required: true },
] as const;
export const wealth = [
  {
    kind: "choice",
    name: "liquidAssets",
    list: "wealthBand",
    options: wealthBands,
    required: true,
    half: true,
    folded: true,
    hint: true,
  },
  { kind: "choice", name: "investments", list: "wealthBand", options: wealthBandsFromNone, required: true, half: true },
  { kind: "choice", name: "property", list: "wealthBand", options: wealthBandsFromNone, required: true, half: true },
  {
    kind: "choice",
    name: "commitments",
    list: "wealthBand",
    options: wealthBandsFromNone,
    required: true,
    half: true,
    hint: true,
  },
] as const;
export const goals = [
  { kind: "choice", name: "horizon", list: "horizon", options: horizons, required: true },
  { kind: "choice", name: "goal", list: "goal", options: purposes, required: true },
  { kind: "choice", name: "riskAttitude", list: "riskAttitude", options: attitudes, required: true },
  { kind: "choice", name: "bearableLoss", list: "bearableLoss", options: bearableLosses, required: true, hint: true },
  {
    kind: "choice",
    name: "sustainability",
    list: "sustainability",
    options: ["none", "some", "strong"],
    required: true,
    hint: true,
  },
] as const;
