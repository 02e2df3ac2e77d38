/** States of files, lines and invitations as badges. */
import type { ClientImportState, ClientInvitationState, ClientLineState } from "@portico/api/rules/client-imports.ts";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const fileColours: Record<ClientImportState, StatusColour> = {
  previewed: "orange",
  booking: "blue",
  stopped: "orange",
  booked: "green",
  discarded: "grey",
  undone: "grey",
};
const lineColours: Record<ClientLineState, StatusColour> = {
  new: "blue",
  maybe: "orange",
  present: "grey",
  faulty: "red",
  booked: "green",
  failed: "red",
  undone: "grey",
};
const invitationColours: Record<ClientInvitationState, StatusColour> = {
  waiting: "grey",
  queued: "blue",
  sent: "blue",
  expired: "orange",
  accepted: "green",
};

export function FileBadge({ state }: { state: ClientImportState }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={fileColours[state]}>
      {t(`admin.clientImports.state.${state}`)}
    </StatusBadge>
  );
}

export function LineBadge({ state }: { state: ClientLineState }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={lineColours[state]}>
      {t(`admin.clientImports.lineState.${state}`)}
    </StatusBadge>
  );
}

/** Whoever has signed in is shown as that, and whose mail came back too. */
export function InvitationBadge({
  state,
  isSignedIn,
  isReturned,
}: {
  state: ClientInvitationState;
  isSignedIn: boolean;
  isReturned: boolean;
}) {
  const t = useText();
  const shown = isSignedIn ? "signedIn" : isReturned ? "returned" : state;
  return (
    <StatusBadge status={shown} colour={isReturned ? "red" : invitationColours[state]}>
      {t(`admin.clientInvitations.state.${shown}`)}
    </StatusBadge>
  );
}
