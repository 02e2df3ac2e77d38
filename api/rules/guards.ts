/**
 * Which changes of settings weaken a guard of money, access or records, so that a second person confirms them: while four
 * eyes are on, or always. What strengthens a guard is saved at once.
 */
import type { SignerRule } from "../contract-states.ts";
import type { SettingName, SettingValue } from "../settings/shapes.ts";
import { weakensIdentity } from "./identity-guards.ts";
import { weakensPickups, weakensSources } from "./pickup-guards.ts";
import { weakensWebhooks } from "./webhook-guards.ts";

export type Weakening = "withFourEyes" | "always" | null;
type Weakens<N extends SettingName> = (before: SettingValue<N>, after: SettingValue<N>) => Weakening;

/** Years after the end of a relationship during which the law has records kept (Directive (EU) 2015/849, Article 40). */
export const leastRetentionYears = 5;

const strength: Record<SignerRule, number> = { any: 1, two: 2, all: 3 };
/** Whether fewer people confirm by the second rule. */
export const isLowered = (before: SignerRule, after: SignerRule): boolean => strength[after] < strength[before];

const ofFourEyes = (isWeaker: boolean): Weakening => (isWeaker ? "withFourEyes" : null);
const always = (isWeaker: boolean): Weakening => (isWeaker ? "always" : null);

const bankAccountRules: Weakens<"bankAccountRules"> = (before, after) =>
  ofFourEyes(after.waitHours < before.waitHours || after.waitHoursAfterReset < before.waitHoursAfterReset);

const withdrawalRules: Weakens<"withdrawalRules"> = (before, after) =>
  ofFourEyes(isLowered(before.companySigners, after.companySigners));

const staffSecondFactor: Weakens<"staffSecondFactor"> = (before, after) =>
  ofFourEyes(before.required && !after.required);

/** What is deleted does not come back. */
const kycRules: Weakens<"kycRules"> = (before, after) =>
  always(after.retentionYears < before.retentionYears || after.signInRetentionMonths < before.signInRetentionMonths);

/** A type that had no period of its own is kept with its holder's records, however long that is. */
const documentTypes: Weakens<"documentTypes"> = (before, after) =>
  always(
    before.types.some(({ id, keepYears }) => {
      const now = after.types.find((type) => type.id === id)?.keepYears ?? null;
      return keepYears === null ? now !== null : now === null || now < keepYears;
    }),
  );

/** A secret that works for longer is found by more people. */
const machineKeys: Weakens<"machineKeys"> = (before, after) => ofFourEyes(after.longestDays > before.longestDays);

export const weakenings = {
  bankAccountRules,
  withdrawalRules,
  staffSecondFactor,
  kycRules,
  documentTypes,
  machineKeys,
  identity: weakensIdentity,
  pickups: weakensPickups,
  quoteSources: weakensSources,
  webhooks: weakensWebhooks,
} as const;
