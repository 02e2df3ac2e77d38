/** Finds messages of a conversation by the beginnings of their words. */
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useState } from "react";
import { useApi } from "../shell/api.tsx";
import { usePages } from "../shell/calls/use-pages.ts";
import { PendingQuery, ShowMore } from "../shell/query-states.tsx";
import { SearchField } from "../shell/search-field.tsx";
import { Moment } from "../ui/dates.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./chat.module.css";

/** Shows what was found instead of the conversation. */
export function ChatSearch({ holder, children }: { holder: Holder; children: ReactNode }) {
  const t = useText();
  const [search, setSearch] = useState("");
  return (
    <>
      <div className={styles.search} data-no-print>
        <SearchField label={t("chats.search")} asked={search} onChange={setSearch} />
      </div>
      {search === "" ? children : <Found holder={holder} search={search} />}
    </>
  );
}

function Found({ holder: { holderType, holderId }, search }: { holder: Holder; search: string }) {
  const t = useText();
  const api = useApi();
  const query = usePages(api.chats.search, { params: { holderType, holderId }, query: { search, limit: 30 } });
  const rows = query.data?.rows;
  if (!rows) return <PendingQuery query={query} />;
  if (rows.length === 0) return <Empty icon="search" title={t("chats.searchNone")} />;
  return (
    <ul className={styles.found}>
      {rows.map((message) => (
        <li key={message.number}>
          <strong>{message.author}</strong> <Moment at={message.created_at} />
          <p>{message.text}</p>
        </li>
      ))}
      <ShowMore query={query} />
    </ul>
  );
}
