/** A run of a corporate action: what it would book or booked, its progress, and its holders. */
import { NativeSelect } from "@mantine/core";
import type { ActionDetails, ActionRun } from "@portico/api/corporate-actions.ts";
import { type ShareState, shareStates } from "@portico/api/rules/corporate-actions.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { formatExact, formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ShareBadge } from "./action-badge.tsx";
import styles from "./actions.module.css";
import { SharesTable } from "./shares-table.tsx";
import { useDropRun } from "./use-actions.ts";

interface RunProps {
  action: ActionDetails;
  run: ActionRun;
}

export function RunSection({ action, run }: RunProps) {
  const t = useText();
  const [state, setState] = useState<ShareState>();
  const { counts } = run;
  const total = shareStates.reduce((sum, one) => sum + counts[one], 0);
  const left = run.state === "calculating" ? counts.waiting : run.state === "booking" ? counts.ready : 0;
  const isPreview = run.state === "calculating" || run.state === "previewed" || run.state === "dropped";
  const title = isPreview
    ? t(run.kind === "apply" ? "admin.actions.previewApply" : "admin.actions.previewUndo")
    : t(`admin.actions.runOf.${run.kind}`);
  return (
    <Section
      title={`${title}: ${t(`admin.actions.run.${run.state}`)}`}
      actions={<RunActions action={action} run={run} />}
    >
      {left > 0 && (
        <>
          <progress
            className={styles.progress}
            max={Math.max(total, 1)}
            value={total - left}
            aria-label={t("admin.actions.progress")}
          />
          <output>{t("admin.actions.progressText", { done: total - left, total })}</output>
        </>
      )}
      <dl className={styles.counts}>
        {shareStates
          .filter((one) => counts[one] > 0)
          .map((one) => (
            <div key={one}>
              <dt>
                <ShareBadge state={one} />
              </dt>
              <dd>{counts[one]}</dd>
            </div>
          ))}
      </dl>
      <Totals run={run} />
      <div className={styles.filter}>
        <NativeSelect
          label={t("admin.actions.state")}
          value={state ?? ""}
          data={[
            { value: "", label: t("admin.actions.allStates") },
            ...shareStates
              .filter((one) => one === state || counts[one] > 0)
              .map((value) => ({ value, label: t(`admin.actions.share.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => setState(value === "" ? undefined : (value as ShareState))}
        />
      </div>
      <SharesTable action={action} run={run} state={state} />
    </Section>
  );
}

function Totals({ run: { totals } }: { run: ActionRun }) {
  const t = useText();
  const language = useLanguage();
  const { cash, units, received, given } = totals;
  return (
    <dl className={styles.facts}>
      {units !== "0" && (
        <>
          <dt>{t("admin.actions.units")}</dt>
          <dd>{formatExact(language, units)}</dd>
        </>
      )}
      {cash.map(({ currency, gross, tax, net }) => (
        <div key={currency} style={{ display: "contents" }}>
          <dt>{t("admin.actions.totals")}</dt>
          <dd>
            {`${t("admin.actions.gross")} ${formatMoney(language, gross, currency)} · ${t("admin.actions.tax")} ${formatMoney(
              language,
              tax,
              currency,
            )} · ${t("admin.actions.net")} ${formatMoney(language, net, currency)}`}
          </dd>
        </div>
      ))}
      {given !== "0" && (
        <>
          <dt>{t("admin.actions.changeOfUnits")}</dt>
          <dd>{formatExact(language, given)}</dd>
        </>
      )}
      {received !== "0" && (
        <>
          <dt>{t("admin.actions.received")}</dt>
          <dd>{formatExact(language, received)}</dd>
        </>
      )}
    </dl>
  );
}

function RunActions({ action: { id }, run }: RunProps) {
  const t = useText();
  const runChange = useRunChange();
  const drop = useDropRun(id, run.id);
  const { can, counts, kind } = run;
  const label = t(kind === "apply" ? "admin.actions.apply" : "admin.actions.undo", { count: counts.ready });
  return (
    <>
      {can.drop && (
        <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate(undefined)}>
          {t("admin.actions.drop")}
        </Button>
      )}
      {can.start && (
        <Button
          onClick={() =>
            openConfirmation({
              title: label,
              text: t(kind === "apply" ? "admin.actions.applyText" : "admin.actions.undoText"),
              confirmLabel: label,
              destructive: kind === "undo",
              action: async () => {
                await runChange((api) => api.corporateActions.start({ params: { id, runId: run.id }, body: {} }));
              },
            })
          }
        >
          {label}
        </Button>
      )}
      {drop.error && <Notice tone="failed">{errorText(t, drop.error)}</Notice>}
    </>
  );
}
