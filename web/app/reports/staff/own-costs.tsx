/** What an instrument costs by itself: staff state it from a day on, see what was ever stated, and withdraw what was wrong. */
import type { OwnCost } from "@portico/api/report-own-costs.ts";
import { type OwnCostField, ownCostFault, ownCostFields } from "@portico/api/rules/own-costs.ts";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { Button } from "../../ui/button.tsx";
import { Moment } from "../../ui/dates.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { formatDay } from "../../ui/format.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./own-costs.module.css";
import { formatStatedPercent } from "./stated-percent.ts";

export function OwnCosts({ instrumentId: id }: { instrumentId: number }) {
  const t = useText();
  const api = useApi();
  const query = useCall(api.reports.listOwnCosts, { params: { id } });
  if (!query.data) return <PendingQuery query={query} />;
  const { costs, can } = query.data;
  return (
    <section className={styles.section}>
      <h3>{t("admin.ownCosts.title")}</h3>
      <p className={styles.about}>{t("admin.ownCosts.about")}</p>
      {can.edit && <OwnCostForm key={costs[0]?.id ?? 0} instrumentId={id} costs={costs} />}
      <History instrumentId={id} costs={costs} canEdit={can.edit} />
    </section>
  );
}

type Typed = Record<OwnCostField, string> & { from: string };

/** As typed with a comma in it, which Bulgarian and Polish keyboards give. */
const plain = (text: string): string => text.trim().replace(",", ".");

function OwnCostForm({ instrumentId: id, costs }: { instrumentId: number; costs: readonly OwnCost[] }) {
  const t = useText();
  const today = useFirmToday();
  const language = useLanguage();
  const last = costs.find(({ counts }) => counts);
  const written = (percent: string): string => (language === "en" ? percent : percent.replace(".", ","));
  const [typed, setTyped] = useState<Typed>({
    from: `${today.slice(0, 4)}-01-01`,
    ongoing: written(last?.ongoing ?? ""),
    transactions: written(last?.transactions ?? ""),
    incidental: written(last?.incidental ?? "0"),
    oneOff: written(last?.oneOff ?? "0"),
    thirdParties: written(last?.thirdParties ?? "0"),
  });
  const before = costs.find(({ from, counts }) => counts && from === typed.from)?.id ?? null;
  const save = useChange((api, { from, ...percentages }: Typed) =>
    api.reports.saveOwnCosts({
      params: { id },
      body: {
        from,
        before,
        ongoing: plain(percentages.ongoing),
        transactions: plain(percentages.transactions),
        incidental: plain(percentages.incidental),
        oneOff: plain(percentages.oneOff),
        thirdParties: plain(percentages.thirdParties),
      },
    }),
  );
  const isRight =
    ownCostFields.every((field) => ownCostFault(field, plain(typed[field])) === null) &&
    Number(plain(typed.thirdParties)) <= Number(plain(typed.ongoing));
  function send(event: FormEvent): void {
    event.preventDefault();
    save.mutate(typed, { onSuccess: () => alert.success(t("admin.ownCosts.saved")) });
  }
  return (
    <form onSubmit={send} className={styles.form}>
      <TextInput
        type="date"
        label={t("admin.ownCosts.from")}
        required
        max={today}
        value={typed.from}
        onChange={(event) => setTyped({ ...typed, from: event.currentTarget.value })}
      />
      {ownCostFields.map((field) => (
        <LimitedInput
          key={field}
          label={t(`admin.ownCosts.${field}`)}
          description={t(`admin.ownCosts.hint.${field}`)}
          limit={12}
          inputMode="decimal"
          value={typed[field]}
          onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
        />
      ))}
      {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <Button type="submit" variant="default" loading={save.isPending} disabled={!isRight || typed.from === ""}>
        {t("admin.ownCosts.save")}
      </Button>
    </form>
  );
}

interface HistoryProps {
  instrumentId: number;
  costs: readonly OwnCost[];
  canEdit: boolean;
}

/** What was ever stated, the newest day first. */
function History({ instrumentId: id, costs, canEdit }: HistoryProps) {
  const t = useText();
  const language = useLanguage();
  const withdraw = useChange((api, costId: number) =>
    api.reports.withdrawOwnCosts({ params: { id, costId }, body: {} }),
  );
  const ask = ({ id: costId, from }: OwnCost) =>
    openConfirmation({
      title: t("admin.ownCosts.withdraw"),
      text: t("admin.ownCosts.withdrawAsk", { day: formatDay(language, from) }),
      confirmLabel: t("admin.ownCosts.withdraw"),
      action: async () => {
        await withdraw.mutateAsync(costId);
        alert.success(t("admin.ownCosts.withdrawn"));
      },
    });
  if (costs.length === 0) return <p className={styles.about}>{t("admin.ownCosts.none")}</p>;
  return (
    <>
      {withdraw.error && <Notice tone="failed">{errorText(t, withdraw.error)}</Notice>}
      <h4>{t("admin.ownCosts.history")}</h4>
      <ul className={styles.history}>
        {costs.map((cost) => (
          <li key={cost.id} data-counts={cost.counts}>
            <div>
              <strong>{t("admin.ownCosts.since", { day: cost.from })}</strong> ·{" "}
              {t(`admin.ownCosts.state.${cost.counts ? "counts" : cost.withdrawn ? "withdrawn" : "replaced"}`)}
              <p>
                {ownCostFields
                  .map((field) => `${t(`admin.ownCosts.${field}`)}: ${formatStatedPercent(language, cost[field])}`)
                  .join(" · ")}
              </p>
              <p className={styles.about}>
                {[cost.recordedBy, cost.fileName].filter(Boolean).join(" · ")} · <Moment at={cost.recordedAt} />
              </p>
            </div>
            {canEdit && cost.counts && (
              <Button variant="default" size="compact-sm" onClick={() => ask(cost)}>
                {t("admin.ownCosts.withdraw")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
