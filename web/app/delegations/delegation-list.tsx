/** Whom a holder lets read what: until when, when they looked last, and how it ends. */
import type { DelegationRow } from "@portico/api/delegations.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRunChange } from "../shell/calls/use-change.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { Button } from "../ui/button.tsx";
import { Day, Moment } from "../ui/dates.tsx";
import styles from "../ui/rows.module.css";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";
import { partsText } from "./parts-text.ts";

interface DelegationListProps {
  holder: Holder;
  rows: readonly DelegationRow[];
  /** The reader may end them. */
  canChange: boolean;
}

const colours = { invited: "blue", current: "green", lapsed: "grey", over: "grey", ended: "grey" } as const;

export const DelegationList = ({ holder, rows, canChange }: DelegationListProps) => (
  <ul className={styles.list}>
    {rows.map((row) => (
      <Line key={row.id} holder={holder} row={row} canChange={canChange} />
    ))}
  </ul>
);

function Line({ holder, row, canChange }: { holder: Holder; row: DelegationRow; canChange: boolean }) {
  const t = useText();
  const end = useEnd(holder, row);
  const isOpen = row.state === "invited" || row.state === "current";
  return (
    <li>
      <div className={styles.what}>
        <p>
          {row.name ? `${row.name} · ` : ""}
          {row.email}
        </p>
        <p className={styles.small}>
          {partsText(t, row.parts)} · {t("reports.access.until")} <Day day={row.validTo} />
        </p>
        {row.state === "invited" && (
          <p className={styles.small}>
            {row.undeliveredAt !== null ? (
              t("reports.access.undelivered")
            ) : (
              <>
                {t("reports.access.waits")} <Moment at={row.invitedUntil} />
              </>
            )}
          </p>
        )}
        {row.acceptedAt !== null && (
          <p className={styles.small}>
            {row.lookedAt === null ? (
              t("reports.access.neverLooked")
            ) : (
              <>
                {t("reports.access.looked")} <Moment at={row.lookedAt} />
              </>
            )}
          </p>
        )}
        {row.endedAt !== null && (
          <p className={styles.small}>
            {t("reports.access.endedBy", { name: row.endedBy ?? "" })} <Moment at={row.endedAt} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <StatusBadge status={row.state} colour={colours[row.state]}>
          {t(`reports.access.state.${row.state}`)}
        </StatusBadge>
        {canChange && isOpen && (
          <Button size="sm" variant="default" onClick={end}>
            {t(row.state === "invited" ? "reports.access.takeBack" : "reports.access.end")}
            <span className="visually-hidden"> {row.name ?? row.email}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function useEnd({ holderType, holderId }: Holder, { id, name, email, state }: DelegationRow) {
  const t = useText();
  const runChange = useRunChange();
  return () =>
    openConfirmation({
      title: t("reports.access.endTitle", { name: name ?? email }),
      text: t(state === "invited" ? "reports.access.takeBackText" : "reports.access.endText"),
      confirmLabel: t(state === "invited" ? "reports.access.takeBack" : "reports.access.end"),
      destructive: true,
      action: async () => {
        await runChange((api) => api.delegations.end({ params: { holderType, holderId, delegationId: id }, body: {} }));
        alert.success(t("reports.access.endDone"));
      },
    });
}
