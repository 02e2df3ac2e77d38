/** The columns of candidates. */
import type { CandidateState } from "@portico/api/rules/screening.ts";
import type { ListedCandidate } from "@portico/api/screening.ts";
import { useMemo } from "react";
import { RecordMinute } from "../../ui/dates.tsx";
import { formatExact } from "../../ui/format.ts";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Language, useLanguage, useText } from "../../ui/text.tsx";

const colours: Record<CandidateState, StatusColour> = {
  open: "orange",
  info: "orange",
  proposed: "red",
  true: "red",
  false: "green",
  over: "grey",
};

export const scoreText = (language: Language, score: number): string => formatExact(language, score.toFixed(2));

export function CandidateBadge({ state }: { state: CandidateState }) {
  const t = useText();
  return (
    <StatusBadge status={state} colour={colours[state]}>
      {t(`admin.screening.state.${state}`)}
    </StatusBadge>
  );
}

export function useCandidateColumns(): readonly Column<ListedCandidate>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    () => [
      { id: "name", header: t("admin.screening.ourName"), value: ({ name }) => name, phone: "title" },
      { id: "entry", header: t("admin.screening.theirName"), value: ({ entryName }) => entryName, phone: "line" },
      {
        id: "score",
        header: t("admin.screening.score"),
        value: ({ score }) => score,
        cell: ({ score }) => scoreText(language, score),
        numeric: true,
        phone: "key",
      },
      { id: "role", header: t("admin.screening.role"), value: ({ role }) => t(`admin.screening.role.${role}`) },
      { id: "client", header: t("admin.screening.client"), value: ({ holder }) => holder.name, phone: "line" },
      {
        id: "topics",
        header: t("admin.screening.topics"),
        value: ({ topics }) => topics.join(", "),
        wideOnly: true,
      },
      {
        id: "state",
        header: t("admin.screening.state"),
        value: ({ state }) => t(`admin.screening.state.${state}`),
        cell: ({ state }) => <CandidateBadge state={state} />,
        phone: "key",
      },
      {
        id: "found",
        header: t("admin.screening.holder.at"),
        value: ({ foundAt }) => foundAt,
        cell: ({ foundAt }) => <RecordMinute at={foundAt} />,
        wideOnly: true,
      },
    ],
    [t, language],
  );
}
