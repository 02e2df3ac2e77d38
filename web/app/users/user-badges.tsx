/** State and role of a user, in the specification's colours and worded for "client". */

import type { HolderState } from "@portico/api/holder-states.ts";
import { isStaff, type Role } from "@portico/api/permissions.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";

/** Staff who never submitted a form are not clients: there is nothing to verify. */
export const hasKycState = ({ state, role }: { state: HolderState; role: Role }): boolean =>
  !(isStaff(role) && state === "preKYC");

export function UserState({ state, role }: { state: HolderState; role: Role }) {
  const t = useText();
  if (!hasKycState({ state, role })) return <span>—</span>;
  return <StatusBadge status={state}>{t(`users.state.${state}`)}</StatusBadge>;
}

export function UserRole({ role }: { role: Role }) {
  const t = useText();
  return <StatusBadge status={role}>{t(`users.role.${role}`)}</StatusBadge>;
}
