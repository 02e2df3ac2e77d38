/** What the signed-in person's role may do. Other actions are not offered; the server checks each call itself. */
import { hasStaffLevel, type StaffLevel } from "@portico/api/permissions.ts";
import { useProfile } from "../session/session.ts";

export const useHasLevel = (level: StaffLevel): boolean => hasStaffLevel(useProfile().role, level);
