/** Who may still change their own name (decisions 5): the person until approved; the firm at any time. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { UserData } from "@portico/api/users.ts";

const beforeApproval: readonly HolderState[] = ["preKYC", "pendingKYC", "returnedKYC"];

export const isNameLocked = ({ state }: Pick<UserData, "state">): boolean => !beforeApproval.includes(state);
