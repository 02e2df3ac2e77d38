/** What an instrument costs by itself: staff state it from a day on, see what was ever stated, and withdraw what was wrong. */
import type { OwnCost } from "@portico/api/report-own-costs.ts";
import { type OwnCostField, ownCostFault, ownCostFields } from "@portico/api/rules/own-costs.ts";
import { type FormEvent, useMemo, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { formatDay } from "../../ui/format.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./own-costs.module.css";
import { formatStatedPercent } from "./stated-percent.ts";

export function OwnCosts({ instrumentId: id }: { instrumentId: number }) {
  const t = useText();
  const api = useApi();
  const query = useCall(api.reports.listOwnCosts, { params: { id } });
  const { costs, can } = query.data ?? {};
  return (
    <Section title={t("admin.ownCosts.title")} hint={t("admin.ownCosts.about")}>
      {can?.edit && <OwnCostForm key={costs?.[0]?.id ?? 0} instrumentId={id} costs={costs ?? []} />}
      <History
        instrumentId={id}
        costs={costs}
        canEdit={can?.edit ?? false}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
      />
    </Section>
  );
}

type Typed = Record<OwnCostField, string> & { from: string };

/** As typed with a comma in it, which Bulgarian and Polish keyboards give. */
const plain = (text: string): string => text.trim().replace(",", ".");

function OwnCostForm({ instrumentId: id, costs }: { instrumentId: number; costs: readonly OwnCost[] }) {
  const t = useText();
  const today = useFirmToday();
  const last = costs.find(({ counts }) => counts);
  const [typed, setTyped] = useState<Typed>({
    from: `${today.slice(0, 4)}-01-01`,
    ongoing: last?.ongoing ?? "",
    transactions: last?.transactions ?? "",
    incidental: last?.incidental ?? "0",
    oneOff: last?.oneOff ?? "0",
    thirdParties: last?.thirdParties ?? "0",
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
  costs: readonly OwnCost[] | undefined;
  canEdit: boolean;
  error: { retry: () => void; retrying: boolean } | undefined;
}

function History({ instrumentId: id, costs, canEdit, error }: HistoryProps) {
  const t = useText();
  const language = useLanguage();
  const withdraw = useChange((api, costId: number) =>
    api.reports.withdrawOwnCosts({ params: { id, costId }, body: {} }),
  );
  const columns = useMemo((): readonly Column<OwnCost>[] => {
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
    return [
      { id: "from", header: t("admin.ownCosts.from"), value: ({ from }) => from, phone: "title" },
      ...ownCostFields.map(
        (field): Column<OwnCost> => ({
          id: field,
          header: t(`admin.ownCosts.${field}`),
          value: (row) => row[field],
          cell: (row) => formatStatedPercent(language, row[field]),
          numeric: true,
          ...(field === "ongoing" && { phone: "key" }),
        }),
      ),
      {
        id: "state",
        header: t("admin.ownCosts.state"),
        value: ({ counts, withdrawn }) =>
          t(`admin.ownCosts.state.${counts ? "counts" : withdrawn ? "withdrawn" : "replaced"}`),
      },
      { id: "by", header: t("admin.ownCosts.by"), value: ({ recordedBy }) => recordedBy },
      { id: "file", header: t("admin.ownCosts.file"), value: ({ fileName }) => fileName },
      ...(canEdit
        ? [
            {
              id: "withdraw",
              header: "",
              value: () => null,
              cell: (row: OwnCost) =>
                row.counts && (
                  <Button variant="subtle" size="compact-sm" onClick={() => ask(row)}>
                    {t("admin.ownCosts.withdraw")}
                  </Button>
                ),
            } satisfies Column<OwnCost>,
          ]
        : []),
    ];
  }, [t, language, canEdit, withdraw.mutateAsync]);
  return (
    <>
      {withdraw.error && <Notice tone="failed">{errorText(t, withdraw.error)}</Notice>}
      <DataTable
        dense
        label={t("admin.ownCosts.history")}
        columns={columns}
        rows={costs}
        rowId={(row) => String(row.id)}
        error={error}
        empty={<p>{t("admin.ownCosts.none")}</p>}
      />
    </>
  );
}
