/** A user's role as a badge, and whether the user has a state of KYC to show. */

import type { HolderState } from "@portico/api/holder-states.ts";
import { isStaff, type Role } from "@portico/api/permissions.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";

/** Staff who never submitted a form are not clients: there is nothing to verify. */
export const hasKycState = ({ state, role }: { state: HolderState; role: Role }): boolean =>
  !(isStaff(role) && state === "preKYC");

export function UserRole({ role }: { role: Role }) {
  const t = useText();
  return <StatusBadge status={role}>{t(`users.role.${role}`)}</StatusBadge>;
}
