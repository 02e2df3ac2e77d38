/** Which instruments count as leveraged. */
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { InstrumentField } from "../../shell/staff/instrument-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../mandates.module.css";

export function LeveragedInstruments() {
  const t = useText();
  const query = useCall(useApi().mandates.listLeveraged, {});
  const [picked, setPicked] = useState<number | null>(null);
  const set = useChange((api, { id, leveraged }: { id: number; leveraged: boolean }) =>
    api.mandates.setLeveraged({ params: { id }, body: { leveraged } }),
  );
  const { data } = query;
  return (
    <Section title={t("admin.falls.leveraged")} hint={t("admin.falls.leveragedHint")}>
      {!data && <PendingQuery query={query} />}
      {data?.instruments.length === 0 && <Empty icon="info" title={t("admin.falls.noLeveraged")} />}
      <ul className={styles.list}>
        {data?.instruments.map(({ id, name, isin }) => (
          <li key={id}>
            <p className={styles.what}>
              {name} {isin !== null && <span className={styles.small}>{isin}</span>}
            </p>
            {data.can.change && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t("admin.falls.removeLeveraged", { name })}
                onClick={() => set.mutate({ id, leveraged: false })}
              >
                {t("admin.falls.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.can.change && (
        <form
          method="post"
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (picked !== null) set.mutate({ id: picked, leveraged: true }, { onSuccess: () => setPicked(null) });
          }}
        >
          <InstrumentField label={t("admin.falls.instrument")} value={picked} error={undefined} onChange={setPicked} />
          <div className={styles.wide}>
            <Button type="submit" disabled={picked === null} loading={set.isPending}>
              {t("admin.falls.addLeveraged")}
            </Button>
          </div>
        </form>
      )}
      {set.error && <Notice tone="failed">{errorText(t, set.error)}</Notice>}
    </Section>
  );
}
