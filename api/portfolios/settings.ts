/** Settings of portfolios' figures. */
import { z } from "zod";
import { riskFreeLimits } from "../rules/risk.ts";
import { setting } from "../settings/declaration.ts";

/** The risk-free rate of the Sharpe ratio: what it is called, and percent a year. */
const riskFreeRate = z.strictObject({
  name: z.string().trim().max(riskFreeLimits.name),
  percent: z.number().min(riskFreeLimits.least).max(riskFreeLimits.most),
});

export const settings = { riskFreeRate: setting(riskFreeRate, () => ({ name: "", percent: 0 })) };
