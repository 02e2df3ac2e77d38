/** Tickets of all clients: what is to be done, those who wait longest first, or all of them, the newest first. */
import { NativeSelect } from "@mantine/core";
import { countCap, searchCountCap } from "@portico/api/counts.ts";
import { type TicketQueue, ticketQueues } from "@portico/api/rules/tickets.ts";
import type { TicketRow } from "@portico/api/tickets.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useSearchParams } from "react-router";
import { ColleagueFilter } from "../../colleagues/staff/colleague-filter.tsx";
import { FoundClients } from "../../holders/staff/found-clients.tsx";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { allRows, usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink, useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { SearchField } from "../../shell/search-field.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { readAssigned } from "../../shell/staff/lists/list-search.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useTopics } from "../use-tickets.ts";
import { Narrowed, readNarrowed } from "./narrowed.tsx";
import { staffTicketPath } from "./paths.ts";
import { mayAssign, useResolve, useTicketClaim } from "./queue-actions.ts";
import { useTicketColumns } from "./ticket-columns.tsx";

/** Rows of the CSV file at most; filters narrow a longer list. */
const exportLimit = 10_000;
/** A ticket becomes late without anybody doing anything. */
const dueCheckMs = 60_000;
/** Typing adds no history entries. */
const replaced = { replace: true };

const rowId = ({ id }: TicketRow): string => String(id);

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
  const narrowed = readNarrowed(params);
  const lasting = {
    queue,
    ...(search !== "" && { search }),
    ...(topic !== "" && { topic }),
    ...(tag !== "" && { tag }),
    ...(assigned !== undefined && { assigned }),
  };
  const filter = { ...lasting, ...narrowed };
  const { isPending: areTopicsPending } = useTopics();
  const query = usePages(
    api.tickets.listAll,
    { query: { ...filter, limit: 50 } },
    { placeholderData: keepPreviousData, refetchInterval: dueCheckMs },
  );
  const counts = query.data?.pages[0]?.queues;
  const count = query.data?.pages[0]?.count ?? null;
  const columns = useTicketColumns();
  const rows = query.data?.rows;
  const claim = useTicketClaim();
  const resolve = useResolve();
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
            Object.entries({ ...lasting, queue: id }).map(([name, value]) => [name, String(value)]),
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
      <Narrowed narrowed={narrowed} />
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
        rowActions={[{ key: "e", label: t("tickets.resolve"), act: resolve }]}
        pathOf={(row) => withList(staffTicketPath(row))}
        fetchFirst={async () => (await api.tickets.listAll({ query: { ...filter, limit: 50 } })).tickets}
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
