/** Tickets of all clients: what is to be done, those who wait longest first, or all of them, the newest first. */
import { NativeSelect } from "@mantine/core";
import { countCap, searchCountCap } from "@portico/api/counts.ts";
import { type TicketQueue, ticketQueues } from "@portico/api/rules/tickets.ts";
import type { TicketRow } from "@portico/api/tickets.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { ColleagueFilter } from "../../colleagues/staff/colleague-filter.tsx";
import { FoundClients } from "../../holders/staff/found-clients.tsx";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink, useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { SearchField } from "../../shell/search-field.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { readAssigned } from "../../shell/staff/lists/list-search.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import type { QueueClaim } from "../../shell/staff/queue/claims.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { DueBadge } from "../due.tsx";
import { numberColumn } from "../number-column.tsx";
import { TicketBadge, ticketStateText } from "../ticket-badge.tsx";
import tickets from "../tickets.module.css";
import { useTopics } from "../use-tickets.ts";
import { useTicketTitle } from "../use-title.ts";
import { staffTicketPath } from "./paths.ts";

/** Rows of the CSV file at most; filters narrow a longer list. */
const exportLimit = 10_000;
/** A ticket becomes late without anybody doing anything. */
const dueCheckMs = 60_000;
/** Typing adds no history entries. */
const replaced = { replace: true };

const rowId = ({ id }: TicketRow): string => String(id);
const mayAssign = ({ can }: TicketRow): boolean => can.assign;

export default function TicketQueuePage() {
  const t = useText();
  const api = useApi();
  const isAdmin = useHasLevel("admin");
  const [params] = useSearchParams();
  const queue: TicketQueue = ticketQueues.find((each) => each === params.get("queue")) ?? "waiting";
  const search = params.get("search") ?? "";
  const tag = params.get("tag") ?? "";
  const topic = params.get("topic") ?? "";
  const assigned = readAssigned(params);
  const filter = {
    queue,
    ...(search !== "" && { search }),
    ...(topic !== "" && { topic }),
    ...(tag !== "" && { tag }),
    ...(assigned !== undefined && { assigned }),
  };
  const { isPending: areTopicsPending } = useTopics();
  const query = usePages(
    api.tickets.listAll,
    { query: { ...filter, limit: 50 } },
    { placeholderData: keepPreviousData, refetchInterval: dueCheckMs },
  );
  const counts = query.data?.pages[0]?.queues;
  const count = query.data?.pages[0]?.count ?? null;
  const columns = useColumns();
  const rows = query.data?.rows;
  const claim = useTicketClaim();
  const withList = useWithThisList();
  const navigate = useLocaleNavigate();
  const first = useRef<HTMLInputElement>(null);
  const setParam = useChangeParam(replaced);
  const onSearch = useCallback((text: string) => setParam("search", text), [setParam]);
  return (
    <>
      <PageTitle>{t("tickets.title")}</PageTitle>
      <PageHead
        title={t("tickets.title")}
        actions={
          <>
            <MailsLink />
            {isAdmin && (
              <Button variant="default" component={LocaleLink} to="/admin/tickets/report">
                {t("admin.ticketReport.link")}
              </Button>
            )}
          </>
        }
      >
        {t("admin.tickets.lead")}
      </PageHead>
      <SectionPicker
        label={t("admin.tickets.queues")}
        current={queue}
        sections={ticketQueues.map((id) => {
          const asked = new URLSearchParams(
            Object.entries({ ...filter, queue: id }).map(([name, value]) => [name, String(value)]),
          );
          const section = { id, label: t(`admin.tickets.queue.${id}`), to: `?${asked}` };
          return id === "all" ? section : { ...section, count: counts?.[id] };
        })}
      />
      <search className={styles.filters} data-no-print>
        <SearchField label={t("admin.tickets.search")} asked={search} onChange={onSearch} field={first} />
        <TopicAndTagFilters topic={topic} tag={tag} onChange={setParam} />
        <ColleagueFilter
          assigned={assigned}
          onChange={(id) => setParam("assigned", id === undefined ? "" : String(id))}
        />
      </search>
      {search !== "" && (
        <FoundClients
          search={search}
          onOpen={({ holderType, holderId }) => navigate(`/admin/${holderType}/${holderId}/tickets`)}
        />
      )}
      <Queue
        query={query}
        first={first}
        label={t("tickets.title")}
        columns={columns}
        // The topics' names make columns wider.
        rows={areTopicsPending ? undefined : rows}
        rowId={rowId}
        nameOf={({ title }) => title}
        mayChoose={mayAssign}
        filter={filter}
        matching={
          count === null ? undefined : { count, isCapped: count >= (search === "" ? countCap : searchCountCap) }
        }
        give={(of, to) => ({ action: "assignTickets", of, to })}
        above={<SavedViews list="tickets" />}
        // Who looks after it stands in a column of its own.
        claim={claim}
        hidesClaim
        pathOf={(row) => withList(staffTicketPath(row))}
        exportName="tickets"
        exportRows={() => allRows(api.tickets.listAll, { query: { ...filter, limit: 200 } }, { most: exportLimit })}
        empty={
          <Empty
            icon="request"
            title={t(
              search === "" && topic === "" && tag === "" && assigned === undefined
                ? "admin.tickets.none"
                : "admin.tickets.noneFound",
            )}
          />
        }
      />
    </>
  );
}

function useTicketClaim(): QueueClaim<TicketRow> {
  const runChange = useRunChange();
  return {
    byOf: ({ staff, assigned_name: name }) =>
      staff?.assigned_to && name !== null ? { id: staff.assigned_to, name } : null,
    may: mayAssign,
    claim: ({ id }) => runChange((api) => api.tickets.claim({ params: { id }, body: {} })),
    release: ({ id }) => runChange((api) => api.tickets.assign({ params: { id }, body: { admin_id: null } })),
  };
}

interface TopicAndTagFiltersProps {
  /** Empty for all. */
  topic: string;
  tag: string;
  onChange: (name: "topic" | "tag", value: string) => void;
}

function TopicAndTagFilters({ topic, tag, onChange }: TopicAndTagFiltersProps) {
  const t = useText();
  const language = useLanguage();
  const { topics, archived } = useTopics();
  const { data: tags = [] } = useCall(useApi().tickets.listTags);
  return (
    <>
      <NativeSelect
        size="sm"
        label={t("tickets.list.topic")}
        value={topic}
        onChange={(event) => onChange("topic", event.currentTarget.value)}
        data={[
          { value: "", label: t("admin.tickets.anyTopic") },
          ...[...topics, ...archived].map(({ id, name }) => ({ value: id, label: name[language] })),
        ]}
      />
      <NativeSelect
        size="sm"
        label={t("admin.tickets.tag")}
        value={tag}
        onChange={(event) => onChange("tag", event.currentTarget.value)}
        data={[
          { value: "", label: t("admin.tickets.anyTag") },
          ...[...new Set([...tags, ...(tag === "" ? [] : [tag])])].toSorted((one, other) => one.localeCompare(other)),
        ]}
      />
    </>
  );
}

/** To the mails that became no comment, and how many of them wait for somebody. */
function MailsLink() {
  const t = useText();
  const api = useApi();
  const { data } = useCall(
    api.tickets.listMails,
    { query: { section: "open", limit: 1 } },
    { refetchInterval: dueCheckMs },
  );
  const count = data?.counts?.open ?? 0;
  return (
    <Button variant="default" component={LocaleLink} to="/admin/tickets/mails">
      {count > 0 ? t("admin.mails.linkCount", { count }) : t("admin.mails.link")}
    </Button>
  );
}

const tagsOf = ({ staff }: TicketRow): string | null => (staff && staff.tags.length > 0 ? staff.tags.join(", ") : null);

/** The state, and a priority other than the normal one. */
function StateCell({ row }: { row: TicketRow }) {
  const t = useText();
  const { staff } = row;
  return (
    <>
      <TicketBadge ticket={row} />
      {staff && staff.priority !== "normal" && (
        <small className={tickets.below}>
          {t("admin.tickets.priority")}: {t(`admin.tickets.priority.${staff.priority}`)}
        </small>
      )}
    </>
  );
}

function useColumns(): readonly Column<TicketRow>[] {
  const t = useText();
  const titleOf = useTicketTitle();
  const { nameOf } = useTopics();
  return useMemo(
    () => [
      { id: "title", header: t("tickets.list.title"), value: titleOf, phone: "title" },
      // Not last: on a narrow screen the last columns are cut off, and half a number is a wrong one.
      numberColumn(t, nameOf),
      {
        id: "holder",
        header: t("admin.reviews.holder"),
        value: (row) => row.holder_name || t("shell.account.newCompany"),
        phone: "line",
      },
      {
        id: "state",
        header: t("tickets.list.state"),
        value: (row) => ticketStateText(t, row),
        cell: (row) => <StateCell row={row} />,
        phone: "key",
      },
      {
        id: "waiting",
        header: t("admin.tickets.waiting"),
        value: ({ waiting_since }) => waiting_since,
        cell: ({ waiting_since }) => waiting_since !== null && <RecordMinute at={waiting_since} />,
        phone: "key",
      },
      {
        id: "due",
        header: t("admin.tickets.due"),
        value: ({ due }) => due?.at ?? null,
        cell: ({ due }) =>
          due && (
            <span className={tickets.dueCell}>
              <span className={tickets.onPhone}>{t("admin.tickets.due")}:</span>
              <RecordMinute at={due.at} />
              <DueBadge due={due} />
            </span>
          ),
        phone: "line",
      },
      { id: "assigned", header: t("tickets.list.assigned"), value: ({ assigned_name }) => assigned_name },
      {
        id: "priority",
        header: t("admin.tickets.priority"),
        value: ({ staff }) => (staff ? t(`admin.tickets.priority.${staff.priority}`) : null),
        folded: true,
      },
      {
        id: "topic",
        header: t("tickets.list.topic"),
        value: ({ topic }) => nameOf(topic),
        cell: (row) => (
          <>
            {nameOf(row.topic)}
            {tagsOf(row) && <small className={tickets.below}>{tagsOf(row)}</small>}
          </>
        ),
      },
      { id: "tags", header: t("admin.tickets.tags"), value: tagsOf, folded: true },
    ],
    [t, nameOf, titleOf],
  );
}
