/** What clients elected, with counts; staff record what a client said. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { ActionDetails, ActionElection } from "@portico/api/corporate-actions.ts";
import type { OptionName } from "@portico/api/rules/corporate-actions.ts";
import { type FormEvent, useMemo, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import styles from "./actions.module.css";
import { fieldFaults } from "./field-faults.ts";
import { useElections } from "./use-actions.ts";

export function ElectionsSection({ action }: { action: ActionDetails }) {
  const t = useText();
  const query = useElections(action.id);
  const columns = useColumns();
  return (
    <Section title={t("admin.actions.elections")}>
      <Facts>
        {action.electionCounts.map(({ option, holders, awaitingSigners }) => (
          <span key={option}>
            {t("admin.actions.electionCount", { option: t(`corporateActions.option.${option}`), count: holders })}
            {awaitingSigners > 0 && ` (+ ${awaitingSigners} ${t("admin.actions.election.awaitingSigners")})`}
          </span>
        ))}
      </Facts>
      {action.can.recordElection && <RecordElection action={action} />}
      <StaffTable
        query={query}
        label={t("admin.actions.elections")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        pathOf={(row) => `/admin/${row.holder_type}/${row.holder_id}/portfolio`}
        empty={<Empty icon="people" title={t("admin.actions.noElections")} />}
      />
    </Section>
  );
}

/** A client by number, the option, and how the client said so. */
function RecordElection({ action }: { action: ActionDetails }) {
  const t = useText();
  const [number, setNumber] = useState("");
  const [option, setOption] = useState<OptionName | "">(action.options[0] ?? "");
  const [note, setNote] = useState("");
  const record = useChange((api, _nothing: undefined) =>
    api.corporateActions.recordElection({
      params: { id: action.id },
      body: { clientNumber: number.trim(), option: option === "" ? null : option, note: note.trim() },
    }),
  );
  const faultOf = fieldFaults(t, record.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (number.trim() !== "" && note.trim() !== "" && !record.isPending) record.mutate(undefined);
  }
  return (
    <form method="post" className={parts.form} onSubmit={submit} noValidate aria-label={t("admin.actions.record")}>
      <div className={styles.fields}>
        <TextInput
          label={t("admin.actions.recordNumber")}
          value={number}
          error={faultOf("clientNumber") && t("admin.actions.recordUnknown")}
          onChange={({ currentTarget: { value } }) => setNumber(value)}
        />
        <NativeSelect
          label={t("admin.actions.option")}
          value={option}
          data={[
            ...action.options.map((value) => ({ value, label: t(`corporateActions.option.${value}`) })),
            { value: "", label: t("corporateActions.takeBack") },
          ]}
          onChange={({ currentTarget: { value } }) => setOption(value as OptionName | "")}
        />
        <TextInput
          label={t("admin.actions.recordNote")}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
      </div>
      {record.error && <Notice tone="failed">{errorText(t, record.error)}</Notice>}
      <div className={parts.actions}>
        <Button type="submit" loading={record.isPending} disabled={number.trim() === "" || note.trim() === ""}>
          {t("admin.actions.record")}
        </Button>
      </div>
    </form>
  );
}

function useColumns(): readonly Column<ActionElection>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<ActionElection>[] => [
      { id: "name", header: t("admin.actions.holder"), value: ({ name }) => name, phone: "title" },
      {
        id: "option",
        header: t("admin.actions.option"),
        value: ({ option }) => t(`corporateActions.option.${option}`),
        phone: "key",
      },
      { id: "state", header: t("admin.actions.state"), value: ({ state }) => t(`admin.actions.election.${state}`) },
      {
        id: "by",
        header: t("admin.actions.electedBy"),
        value: ({ electedBy, byStaff, note }) =>
          [byStaff ? t("admin.actions.byStaff", { name: electedBy }) : electedBy, note].filter(Boolean).join(" · "),
        phone: "line",
      },
      {
        id: "at",
        header: t("admin.actions.electedAt"),
        value: ({ electedAt }) => electedAt,
        cell: ({ electedAt }) => <RecordMinute at={electedAt} />,
      },
    ],
    [t],
  );
}
