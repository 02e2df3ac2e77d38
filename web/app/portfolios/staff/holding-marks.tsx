/** What staff see beside a holding of the client: that it does not agree with the custodian, or until when it did. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useCallback } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { formatDay, formatExact } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../holdings/holdings.module.css";

/** Breaks of one client that are read; nobody has as many holdings in several breaks. */
const most = 200;

export type HoldingMark = (row: InstrumentRow) => ReactNode;

export function useHoldingMarks(holder: Holder): HoldingMark {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const { holderType: holder_type, holderId: holder_id } = holder;
  const breaks = useCall(api.reconciliation.listBreaks, { query: { holder_type, holder_id, limit: most } }).data
    ?.breaks;
  const agreed = useCall(api.reconciliation.listAgreed, { params: holder }).data?.agreed;
  return useCallback(
    ({ key }) => {
      const broken = (breaks ?? []).filter((one) => key === String(one.instrument_id ?? one.currency));
      const days = (agreed ?? []).filter((one) => one.key === key);
      return (
        <>
          {broken.map(({ id, custodian, stated, first_day: day }) => (
            <small key={id} className={styles.doubt}>
              {t("admin.holderCustody.break", {
                custodian: custodian.name,
                stated: formatExact(language, stated),
                day: formatDay(language, day),
              })}
            </small>
          ))}
          {days.map(({ custodian, day }) => (
            <small key={custodian} className={styles.under}>
              {t("admin.holderCustody.agreedOn", { custodian, day: formatDay(language, day) })}
            </small>
          ))}
        </>
      );
    },
    [t, language, breaks, agreed],
  );
}
