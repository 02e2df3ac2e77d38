/** Form changes that the server does not have yet: stored in this browser until sent, and deleted at sign-out. */

import type { Holder } from "@portico/api/shapes.ts";
import { holderKey } from "../../shell/active-holder.ts";
import { formKeyPrefix } from "../../shell/storage.ts";

/** Value by `step.field`. */
export type Pending = Record<string, unknown>;

const keyOf = (holder: Holder): string => `${formKeyPrefix}${holderKey(holder)}`;

export function readPending(holder: Holder): Pending {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(holder)) ?? "{}") as unknown;
    return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as Pending) : {};
  } catch {
    return {};
  }
}

/** If storage is full or blocked, only this copy is lost, not the input on the page. */
export function storePending(holder: Holder, pending: Pending): void {
  try {
    if (Object.keys(pending).length === 0) localStorage.removeItem(keyOf(holder));
    else localStorage.setItem(keyOf(holder), JSON.stringify(pending));
  } catch (error) {
    console.warn("The browser does not keep what was typed", error);
  }
}

/** Applies changes to answers. */
export function withPending(
  answers: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
  pending: Pending,
): Record<string, Record<string, unknown>> {
  const laid: Record<string, Record<string, unknown>> = {};
  for (const [step, fields] of Object.entries(answers)) laid[step] = { ...fields };
  for (const [key, value] of Object.entries(pending)) {
    const [step = "", field = ""] = key.split(".");
    laid[step] = { ...laid[step], [field]: value };
  }
  return laid;
}
