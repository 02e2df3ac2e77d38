/** Asks many for a document in one step: whose papers expire, a group, or those who were selected. */
import { TextInput } from "@mantine/core";
import type { BulkChange, BulkChangeOf } from "@portico/api/bulk-changes.ts";
import { addDays, isDay } from "@portico/api/rules/calendar.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { ChangeDialog } from "../../shell/staff/queue/change-dialog.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { useText } from "../../ui/text.tsx";
import { useDocumentTypes } from "../use-documents.ts";
import styles from "./client-documents.module.css";

/** Those who were selected in a list. */
export type ChosenClients =
  | { action: "askUsers"; of: BulkChangeOf<"askUsers">["of"] }
  | { action: "askCompanies"; of: BulkChangeOf<"askCompanies">["of"] };

interface AskManyProps {
  /** Undefined: the dialog asks whom. */
  chosen?: ChosenClients;
  onClose: () => void;
  onDone?: () => void;
}

/** Days from today: papers that expire soon are asked for in time, and there is time to answer. */
const soon = 60;
const toAnswer = 14;

interface Typed {
  whom: "expiring" | "group";
  before: string;
  group: string;
  type: string;
  due: string;
  words: string;
}

function changeOf(
  { whom, before, group, type, due }: Typed,
  { today, round, chosen }: { today: string; round: string; chosen: ChosenClients | undefined },
): BulkChange | undefined {
  if (!isDay(due) || due < today) return undefined;
  const request = { round, due, text: null };
  if (chosen) return type === "" ? undefined : { ...chosen, type, ...request };
  if (whom === "group")
    return type === "" || group === ""
      ? undefined
      : { action: "askUsers", of: { filter: { group, sort: "name" } }, type, ...request };
  if (!isDay(before)) return undefined;
  return { action: "renewDocuments", of: { filter: { before, ...(type !== "" && { type }) } }, ...request };
}

export default function AskMany({ chosen, onClose, onDone }: AskManyProps) {
  const t = useText();
  const today = useFirmToday();
  const { types, nameOf } = useDocumentTypes();
  const { data: groups = [] } = useCall(useApi().distributionGroups.list);
  // One for all that this dialog asks, however often it is sent.
  const [round] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState<Typed>({
    whom: "expiring",
    before: addDays(today, soon),
    group: "",
    type: "",
    due: addDays(today, toAnswer),
    words: "",
  });
  const set = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const isExpiring = !chosen && typed.whom === "expiring";
  const isDueWrong = !isDay(typed.due) || typed.due < today;
  return (
    <ChangeDialog
      title={t("admin.rounds.askTitle")}
      change={changeOf(typed, { today, round, chosen })}
      complete={(change) => ("text" in change ? { ...change, text: typed.words.trim() || null } : change)}
      confirmText={(count) => t("admin.rounds.askConfirm", { count })}
      doneText={(count) => t("admin.rounds.asked", { count })}
      onClose={onClose}
      onDone={() => onDone?.()}
    >
      <div className={styles.askMany}>
        {!chosen && (
          <NativeSelect
            label={t("admin.rounds.whom")}
            value={typed.whom}
            data={(["expiring", "group"] as const).map((value) => ({ value, label: t(`admin.rounds.whom.${value}`) }))}
            onChange={(event) => set({ whom: event.currentTarget.value as Typed["whom"] })}
          />
        )}
        {isExpiring && (
          <TextInput
            type="date"
            label={t("admin.rounds.before")}
            value={typed.before}
            onChange={(event) => set({ before: event.currentTarget.value })}
          />
        )}
        {!chosen && typed.whom === "group" && (
          <NativeSelect
            label={t("admin.rounds.group")}
            value={typed.group}
            data={[
              { value: "", label: t("admin.rounds.choose"), disabled: true },
              ...groups.map(({ name, members }) => ({ value: name, label: `${name} (${members})` })),
            ]}
            onChange={(event) => set({ group: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          label={t("admin.rounds.type")}
          value={typed.type}
          data={[
            isExpiring
              ? { value: "", label: t("admin.rounds.anyType") }
              : { value: "", label: t("admin.rounds.choose"), disabled: true },
            // Clients can answer with these alone.
            ...types.filter(({ clientsAdd }) => clientsAdd).map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
          onChange={(event) => set({ type: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("admin.rounds.due")}
          min={today}
          value={typed.due}
          error={isDueWrong ? t("admin.documents.dueWrong") : undefined}
          onChange={(event) => set({ due: event.currentTarget.value })}
        />
      </div>
      <LimitedTextarea
        mt="sm"
        label={t("admin.rounds.ownWords")}
        autosize
        minRows={2}
        maxRows={8}
        limit={messageMaxLength}
        value={typed.words}
        onChange={(event) => set({ words: event.currentTarget.value })}
      />
    </ChangeDialog>
  );
}
