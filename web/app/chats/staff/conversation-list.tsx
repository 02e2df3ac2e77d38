/** The list of conversations: part, who, since when they wait, what was said last. */
import { NativeSelect } from "@mantine/core";
import type { Api } from "@portico/api";
import type { Answer } from "@portico/api/endpoint.ts";
import { chatParts } from "@portico/api/rules/chats.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { FoundClients } from "../../holders/staff/found-clients.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { SearchField } from "../../shell/search-field.tsx";
import { useAssignedParam } from "../../shell/staff/lists/use-assigned-param.ts";
import { RecordMinute } from "../../ui/dates.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import type { FoundMessage } from "../chat-search.tsx";
import styles from "./chats.module.css";

type Part = (typeof chatParts)[number];
type Conversation = Answer<Api["chats"]["list"]>["conversations"][number];

/** The part in the address; what waits unless it says otherwise. */
export function useConversations() {
  const api = useApi();
  const [params, setParams] = useSearchParams();
  const part = chatParts.find((one) => one === params.get("part")) ?? "waiting";
  const query = usePages(
    api.chats.list,
    { query: { part, ...useAssignedParam(), limit: 30 } },
    { placeholderData: keepPreviousData },
  );
  const setPart = (next: Part) =>
    setParams((before) => {
      const all = new URLSearchParams(before);
      if (next === "waiting") all.delete("part");
      else all.set("part", next);
      return all;
    });
  return { query, part, setPart };
}

interface ConversationListProps {
  query: ReturnType<typeof useConversations>["query"];
  part: Part;
  onPart: (part: Part) => void;
  /** By colleague. */
  filter?: ReactNode;
  current: Holder | undefined;
  onOpen: (holder: Holder, message?: FoundMessage) => void;
}

export function ConversationList({ query, part, onPart, filter, current, onOpen }: ConversationListProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const rows = query.data?.rows;
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={t("admin.chats.parts")}
        value={part}
        data={chatParts.map((one) => ({ value: one, label: t(`admin.chats.part.${one}`) }))}
        onChange={({ currentTarget: { value } }) => onPart(value as Part)}
      />
      {filter}
      <SearchField label={t("admin.chats.searchAll")} asked={search} onChange={setSearch} />
      {search !== "" ? (
        <>
          <FoundClients search={search} onOpen={(holder) => onOpen(holder)} />
          <Found search={search} onOpen={onOpen} />
        </>
      ) : (
        <>
          {!rows && <PendingQuery query={query} />}
          {rows?.length === 0 && <Empty icon="chat" title={t("admin.chats.none")} />}
          <ul className={styles.rows}>
            {rows?.map((row) => (
              <Row
                key={`${row.holder_type}/${row.holder_id}`}
                row={row}
                isCurrent={current?.holderType === row.holder_type && current.holderId === row.holder_id}
                onOpen={onOpen}
              />
            ))}
          </ul>
          <ShowMore query={query} />
        </>
      )}
    </>
  );
}

function Row({ row, isCurrent, onOpen }: { row: Conversation; isCurrent: boolean; onOpen: (holder: Holder) => void }) {
  const t = useText();
  const { last } = row;
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isCurrent || undefined}
        onClick={() => onOpen({ holderType: row.holder_type, holderId: row.holder_id })}
      >
        <span className={styles.name}>
          <strong>{row.name || t("shell.account.newCompany")}</strong> {row.client_number}
          {row.unread > 0 && <span className={styles.badge}>{row.unread}</span>}
        </span>
        <span className={styles.text}>
          {last &&
            `${last.by_staff ? t("admin.chats.us") : last.author}: ${last.deleted ? t("chats.removed") : last.text}`}
        </span>
        <span className={styles.meta}>
          {row.waiting_since && (
            <span className={styles.waiting}>
              {t("admin.chats.waiting")} <RecordMinute at={row.waiting_since} />
            </span>
          )}
          <span>{row.assigned_to?.name ?? t("admin.chats.unassigned")}</span>
        </span>
      </button>
    </li>
  );
}

const foundAtOnce = 50;

function Found({ search, onOpen }: Pick<ConversationListProps, "onOpen"> & { search: string }) {
  const t = useText();
  const api = useApi();
  const query = usePages(api.chats.searchAll, { query: { search, limit: foundAtOnce } });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const rows = data?.rows ?? [];
  // The first page may end before it is full: older messages were not searched yet.
  const goesOn = hasNextPage && rows.length < foundAtOnce && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  if (rows.length === 0 && (!data || hasNextPage)) return <PendingQuery query={query} />;
  if (rows.length === 0) return <Empty icon="search" title={t("chats.searchNone")} />;
  return (
    <>
      <ul className={styles.rows}>
        {rows.map((message) => (
          <li key={`${message.client.type}/${message.client.id}/${message.number}`}>
            <button
              type="button"
              className={styles.row}
              onClick={() => onOpen({ holderType: message.client.type, holderId: message.client.id }, message)}
            >
              <span className={styles.name}>
                <strong>{message.name || t("shell.account.newCompany")}</strong>{" "}
                <RecordMinute at={message.created_at} />
              </span>
              <span className={styles.text}>
                {message.author}: {message.text}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}
