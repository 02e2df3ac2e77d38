/** Submissions: those waiting, oldest first; and all. */

import { NativeSelect } from "@mantine/core";
import { type FormType, formTypes } from "@portico/api/forms/forms.ts";
import { listedStateOf } from "@portico/api/holder-states.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { ColleagueFilter } from "../../colleagues/staff/colleague-filter.tsx";
import { ListedStateBadge, listedStateText } from "../../holders/staff/listed-state.tsx";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { readAssigned } from "../../shell/staff/lists/list-search.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { useClaims } from "../../shell/staff/queue/claims.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { reviewPath } from "./review-queue.ts";

type Show = "waiting" | "all";

function useSubmissions(type: FormType, show: Show, assigned: number | undefined) {
  const api = useApi();
  return usePages(
    api.forms.list,
    { params: { type }, query: { show, limit: 50, assigned } },
    { placeholderData: keepPreviousData },
  );
}
type Row = NonNullable<ReturnType<typeof useSubmissions>["data"]>["rows"][number];
const listedOf = ({ state, decision }: Row) => listedStateOf(state, decision === null);

const idOf = ({ id }: Row): number => id;
const rowId = ({ id }: Row): string => String(id);
const isWaiting = ({ decision }: Row): boolean => decision === null;

export default function ReviewsPage() {
  const t = useText();
  const [params] = useSearchParams();
  const type: FormType = formTypes.find((each) => each === params.get("type")) ?? "KYC";
  const show: Show = params.get("show") === "all" ? "all" : "waiting";
  const assigned = readAssigned(params);
  const query = useSubmissions(type, show, assigned);
  const rows = query.data?.rows;
  const columns = useColumns(show);
  const filter = useRef<HTMLSelectElement>(null);
  const change = useChangeParam();
  const count = query.data?.pages[0]?.count;
  const mayGive = useHasLevel("office");
  const claim = useClaims("form", idOf, isWaiting);
  const nameOf = (row: Row) => row.holder_name || t("shell.account.newCompany");
  return (
    <>
      <PageTitle>{t("admin.reviews.title")}</PageTitle>
      <PageHead title={t("admin.reviews.title")}>{t("admin.reviews.lead")}</PageHead>
      <SectionPicker
        label={t("admin.reviews.type")}
        current={type}
        sections={formTypes.map((id) => ({ id, label: t(`admin.reviews.${id}`) }))}
        onPick={(id) => change("type", id === "KYC" ? undefined : id)}
      />
      <search className={styles.filters} data-no-print>
        <NativeSelect
          size="sm"
          ref={filter}
          aria-label={t("admin.reviews.show")}
          aria-keyshortcuts="/"
          value={show}
          data={[
            { value: "waiting", label: t("admin.reviews.waiting") },
            { value: "all", label: t("admin.reviews.all") },
          ]}
          onChange={(event) => change("show", event.currentTarget.value === "all" ? "all" : undefined)}
        />
        <ColleagueFilter
          assigned={assigned}
          onChange={(id) => change("assigned", id === undefined ? undefined : String(id))}
        />
      </search>
      <Queue
        query={query}
        first={filter}
        label={t("admin.reviews.title")}
        columns={columns}
        rows={rows}
        rowId={rowId}
        nameOf={nameOf}
        mayChoose={(row) => mayGive && isWaiting(row)}
        filter={{ type, show, ...(assigned !== undefined && { assigned }) }}
        matching={count === undefined || show === "all" ? undefined : { count, isCapped: false }}
        give={(of, to) => ({ action: "giveForms", of, to })}
        above={<SavedViews list="forms" />}
        claim={claim}
        pathOf={(row) => reviewPath(row, params)}
        empty={
          <Empty icon="document" title={t(show === "waiting" ? "admin.reviews.none" : "admin.reviews.noneEver")} />
        }
      />
    </>
  );
}

function useColumns(show: Show): Column<Row>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "holder",
        header: t("admin.reviews.holder"),
        value: (row) => row.holder_name || t("shell.account.newCompany"),
        phone: "title",
      },
      {
        id: "submitted_at",
        header: t("admin.reviews.submitted"),
        value: (row) => row.submitted_at,
        cell: (row) => <RecordTime at={row.submitted_at} />,
        phone: "key",
      },
      {
        id: "revision",
        header: t("admin.review.revision"),
        value: (row) => row.revision,
        numeric: true,
      },
      {
        id: "state",
        header: t("admin.clients.state"),
        value: (row) => listedStateText(t, row.holder_type, listedOf(row)),
        cell: (row) => <ListedStateBadge holderType={row.holder_type} state={listedOf(row)} />,
        phone: "key",
      },
      ...(show === "all"
        ? [
            {
              id: "decision",
              header: t("admin.reviews.decision"),
              value: (row: Row) =>
                row.decision ? t(`admin.review.decision.${row.decision.decision}`) : t("admin.review.waiting"),
            },
          ]
        : []),
      {
        id: "assigned_to",
        header: t("admin.lists.colleague"),
        value: (row) => row.assigned_to?.name,
      },
    ],
    [t, show],
  );
}
