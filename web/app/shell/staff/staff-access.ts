/** What the role of the person signed in may do. What it may not is not offered; the server judges each call by itself. */
import { hasStaffLevel, type StaffLevel } from "@portico/api/permissions.ts";
import { useProfile } from "../session.ts";

export const useHasLevel = (level: StaffLevel): boolean => hasStaffLevel(useProfile().role, level);
