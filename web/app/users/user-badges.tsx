/** State and role of a user, in the specification's colours and in words that agree with "client". */

import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";

export function UserState({ state }: { state: HolderState }) {
  const t = useText();
  return <StatusBadge status={state}>{t(`users.state.${state}`)}</StatusBadge>;
}

export function UserRole({ role }: { role: Role }) {
  const t = useText();
  return <StatusBadge status={role}>{t(`users.role.${role}`)}</StatusBadge>;
}
