/** A state or role as a small label, in the specification's colour (section 4). */
import type { ReactNode } from "react";
import styles from "./status-badge.module.css";

export type StatusColour = "green" | "red" | "blue" | "orange" | "grey";

const colours: Record<string, StatusColour> = {
  client: "green",
  approved: "green",
  postKYC: "green",
  disabled: "red",
  internal: "blue",
  office: "blue",
  admin: "blue",
  awaitingAdmin: "blue",
  returnedKYC: "orange",
  awaitingClient: "orange",
  pendingKYC: "orange",
  pendingReKYC: "orange",
};

/** The colour of a state; every rejection is red, anything not listed grey. */
export const colourOfStatus = (status: string): StatusColour =>
  colours[status] ?? (status.startsWith("rejected") ? "red" : "grey");

/** `children` is the text; `colour` for states that the specification does not name. */
export function StatusBadge({
  status,
  colour,
  children,
}: {
  status: string;
  colour?: StatusColour;
  children: ReactNode;
}) {
  return (
    <span className={styles.badge} data-colour={colour ?? colourOfStatus(status)}>
      {children}
    </span>
  );
}
