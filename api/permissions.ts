/** Roles and what each includes (docs/rules.md, Roles): internal ⊃ office ⊃ admin. */
export const roles = ["client", "office", "internal", "admin"] as const;
export type Role = (typeof roles)[number];

/** Staff levels and the roles each admits. */
const staffLevels = {
  internal: ["admin", "office", "internal"],
  office: ["admin", "office"],
  admin: ["admin"],
} as const satisfies Record<string, readonly Role[]>;
export type StaffLevel = keyof typeof staffLevels;

/** True if `role` has at least the given staff level. */
export const hasStaffLevel = (role: Role, level: StaffLevel): boolean =>
  (staffLevels[level] as readonly Role[]).includes(role);

/** The admin check of the route guard: any role except client passes. */
export const isStaff = (role: Role): boolean => role !== "client";
