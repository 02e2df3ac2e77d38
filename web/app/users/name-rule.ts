/** Who may still change their own name: the person until it is confirmed; the firm at any time. */
import { ownNameStates } from "@portico/api/holder-states.ts";
import type { UserData } from "@portico/api/users.ts";

export const isNameLocked = ({ state }: Pick<UserData, "state">): boolean => !ownNameStates.includes(state);
