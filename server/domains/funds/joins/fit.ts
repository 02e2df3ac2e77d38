/** Whether a definition fits a holder: their state, account, risk profile and horizon. */
import { toRiskAnswers } from "@portico/api/forms/person/risk-answers.ts";
import type { FitFault } from "@portico/api/rules/funds.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RiskAnswers, type RiskProfile, riskProfile } from "@portico/kyc/risk-profile.ts";
import type { Context } from "../../../kernel/context.ts";
import { findCurrentAnswers } from "../../forms/submission/own-submissions.ts";
import { getHolder, getHolderAccount } from "../../holders/holders.ts";
import { findOpen } from "./joins.queries.ts";

/** The highest risk on the firm's scale that a profile allows. */
export const highestRisk: Record<RiskProfile, number> = {
  conservative: 2,
  moderate: 3,
  balanced: 4,
  growth: 6,
  speculative: 7,
};
/** The longest recommended holding time, in years, that an answered horizon allows. */
const longestYears: Record<RiskAnswers["horizon"], number> = {
  under1: 1,
  "1to3": 3,
  "3to5": 5,
  "5to10": 10,
  over10: Number.POSITIVE_INFINITY,
};

export interface Fit {
  faults: FitFault[];
  profile: RiskProfile | null;
  allowedRisk: number | null;
}

/** What the risk profile of these answers says of a definition; null: no complete answers. Pure. */
export function assessFit(answers: RiskAnswers | undefined, { risk, years }: { risk: number; years: number }): Fit {
  if (!answers) return { faults: ["noRiskProfile"], profile: null, allowedRisk: null };
  const { profile } = riskProfile(answers);
  const allowedRisk = highestRisk[profile];
  const faults: FitFault[] = [];
  if (risk > allowedRisk) faults.push("riskTooHigh");
  if (years > longestYears[answers.horizon]) faults.push("horizonTooShort");
  return { faults, profile, allowedRisk };
}

/** Everything that stands between the holder and a definition, except a request that is open already. */
export async function readFit(
  context: Pick<Context, "db" | "vault">,
  holder: Holder,
  definition: { risk: number; years: number },
): Promise<Fit> {
  const { db } = context;
  const [{ state }, { clientNumber }] = [await getHolder(db, holder), await getHolderAccount(db, holder)];
  if (state !== "postKYC") return { faults: ["notApproved"], profile: null, allowedRisk: null };
  const type = holder.holderType === "user" ? "KYC" : "companyKYC";
  const answers = await findCurrentAnswers(context, { ...holder, type });
  const fit = assessFit(answers ? toRiskAnswers(answers) : undefined, definition);
  return clientNumber === null ? { ...fit, faults: ["noClientNumber", ...fit.faults] } : fit;
}

/** The same with a request that is open already. */
export async function readFitWithOpen(
  context: Pick<Context, "db" | "vault">,
  holder: Holder,
  definition: { id: number; risk: number; years: number },
): Promise<Fit> {
  const fit = await readFit(context, holder, definition);
  const open = await findOpen(context.db, holder, definition.id);
  if (!open) return fit;
  return { ...fit, faults: [open.state === "joined" ? "alreadyJoined" : "alreadyAsked", ...fit.faults] };
}
