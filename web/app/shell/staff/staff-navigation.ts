/** Sections of the staff side, as the domains declare them. */
import staffNavigation from "virtual:portico-pages/staff-navigation";
import { hasStaffLevel, type Role } from "@portico/api/permissions.ts";
import type { NavigationItem } from "../navigation/navigation.tsx";

/** The sections that the role may read. */
export const listNavigation = (role: Role | undefined): readonly NavigationItem[] =>
  staffNavigation.filter(({ level }) => level === undefined || (role !== undefined && hasStaffLevel(role, level)));
