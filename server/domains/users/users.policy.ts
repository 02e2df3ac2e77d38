/** Rules about people's own profile. */
import type { HolderState } from "@portico/api/holder-states.ts";

/** Before approval the name is the person's own; afterwards it is the one that was verified (decisions 5). */
export const statesWhereNameIsOwn: readonly HolderState[] = ["preKYC", "pendingKYC", "returnedKYC"];
