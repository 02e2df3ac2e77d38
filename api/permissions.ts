/** Roles and what each includes (docs/rules.md, Roles): internal ⊃ office ⊃ admin. */
export const roles = ["client", "office", "internal", "admin"] as const;
export type Role = (typeof roles)[number];

/** A level of staff access: which roles it lets in. */
const staffLevels = {
  internal: ["admin", "office", "internal"],
  office: ["admin", "office"],
  admin: ["admin"],
} as const satisfies Record<string, readonly Role[]>;
export type StaffLevel = keyof typeof staffLevels;

/** True where `role` has at least the given level of staff access. */
export const hasStaffLevel = (role: Role, level: StaffLevel): boolean =>
  (staffLevels[level] as readonly Role[]).includes(role);

/** The admin check of the route guard: any role other than client passes. */
export const isStaff = (role: Role): boolean => role !== "client";
