/** Sections of the staff side, as the domains declare them. */
import staffNavigation from "virtual:portico-pages/staff-navigation";
import { hasStaffLevel, type Role } from "@portico/api/permissions.ts";
import type { NavigationItem } from "../navigation/navigation.tsx";

const setUpPath = "/admin/set-up";

/** The sections that the role may read; setting up only until it is over. */
export const listNavigation = (role: Role | undefined, isSettingUp: boolean): readonly NavigationItem[] =>
  staffNavigation.filter(
    ({ level, to }) =>
      (level === undefined || (role !== undefined && hasStaffLevel(role, level))) && (isSettingUp || to !== setUpPath),
  );
