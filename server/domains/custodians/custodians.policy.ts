/** Who may change custodians and say whose an account is. */
import { type Custodian, type CustodianContent, custodians } from "@portico/api/custodians.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

export const refusalToSave = (viewer: Viewer, { ended_at }: { ended_at: Date | null }): Verdict =>
  staffVerdict(viewer, custodians.save) ?? (ended_at === null ? null : "stateConflict");

export const refusalToSaveCodes = (viewer: Viewer, { ended_at }: { ended_at: Date | null }): Verdict =>
  staffVerdict(viewer, custodians.saveCodes) ?? (ended_at === null ? null : "stateConflict");

/** Nobody about an account of their own, or of a company that they act for. */
export const refusalToLink = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToDecide(viewer, custodians.linkAccount, holder);

export const refusalToEndAccount = (viewer: Viewer, { ended_at }: { ended_at: Date | null }): Verdict =>
  staffVerdict(viewer, custodians.endAccount) ?? (ended_at === null ? null : "stateConflict");

/** What guards the books of a custodian's files. */
export type Guards = Pick<Custodian, "automatic" | "quantity_tolerance" | "cash_tolerance">;
export const guardsOf = ({ automatic, quantity_tolerance, cash_tolerance }: Guards): Guards => ({
  automatic,
  quantity_tolerance,
  cash_tolerance,
});

/** Of wanted guards those that let more pass than before; the others take effect at once. */
export function loosened(before: Guards, after: Guards): Partial<Guards> {
  const wider = (name: "quantity_tolerance" | "cash_tolerance"): boolean => new Decimal(after[name]).gt(before[name]);
  return {
    ...(after.automatic && !before.automatic && { automatic: true }),
    ...(wider("quantity_tolerance") && { quantity_tolerance: after.quantity_tolerance }),
    ...(wider("cash_tolerance") && { cash_tolerance: after.cash_tolerance }),
  };
}

/** A former name stays one by which files and entries are understood. */
export const withFormerName = (before: Pick<CustodianContent, "name">, after: CustodianContent): string[] => {
  const names = [...after.other_names, ...(before.name === after.name ? [] : [before.name])];
  const isOwn = (name: string): boolean => name.toLowerCase() === after.name.toLowerCase();
  return [...new Map(names.filter((name) => !isOwn(name)).map((name) => [name.toLowerCase(), name])).values()];
};
