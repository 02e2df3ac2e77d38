/** All that was recorded of a client's category and mandate. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { MandateRecord, mandates } from "@portico/api/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/format.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../mandates.module.css";
import { detailsOf } from "./mandate-text.ts";

const stateOf = ({ counts, withdrawn }: MandateRecord) => (counts ? "counts" : withdrawn ? "withdrawn" : "replaced");
const colours = { counts: "green", withdrawn: "red", replaced: "grey" } as const;

export function MandateHistory({ holder, data }: { holder: Holder; data: Answer<(typeof mandates)["listRecords"]> }) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const { holderType, holderId } = holder;
  return (
    <ul className={styles.list}>
      {data.records.map((record) => {
        const day = formatDay(language, record.from);
        return (
          <li key={record.id}>
            <div className={styles.what}>
              <p>{detailsOf(t, language, record)}</p>
              {record.reason !== null && (
                <p className={styles.small}>
                  {t("admin.mandates.reason")}: {record.reason}
                </p>
              )}
              <p className={styles.small}>
                {t("admin.mandates.recorded")}:{" "}
                {t("admin.mandates.recordedBy", {
                  day: formatDay(language, record.recordedAt),
                  name: record.recordedBy ?? t("admin.mandates.portal"),
                })}
              </p>
            </div>
            <div className={styles.actions}>
              <StatusBadge status={stateOf(record)} colour={colours[stateOf(record)]}>
                {t(`admin.mandates.state.${stateOf(record)}`)}
              </StatusBadge>
              {record.counts && data.can.record && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t("admin.mandates.withdrawOf", { day })}
                  onClick={() =>
                    openConfirmation({
                      title: t("admin.mandates.withdrawOf", { day }),
                      text: t("admin.mandates.withdrawText"),
                      confirmLabel: t("admin.mandates.withdraw"),
                      reason: { label: t("admin.mandates.reason"), hint: "" },
                      action: async (reason = "") => {
                        await runChange((api) =>
                          api.mandates.withdrawRecord({
                            params: { holderType, holderId, recordId: record.id },
                            body: { reason },
                          }),
                        );
                      },
                    })
                  }
                >
                  {t("admin.mandates.withdraw")}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
