/** Finds messages of a conversation by the beginnings of their words, and leads to the one that is chosen. */
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

/** A message that was found; a new object each time it is chosen. */
export interface FoundMessage {
  number: number;
}

interface ChatSearchProps {
  holder: Holder;
  found: FoundMessage | undefined;
  onFind: (found: FoundMessage | undefined) => void;
  children: ReactNode;
}

/** Shows what was found instead of the conversation. */
export function ChatSearch({ holder, found, onFind, children }: ChatSearchProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const [last, setLast] = useState(found);
  if (found !== last) {
    setLast(found);
    if (found) setSearch("");
  }
  const ask = (next: string) => {
    setSearch(next);
    // Where the search ends without a choice, the conversation goes on at its end.
    onFind(undefined);
  };
  return (
    <>
      <div className={styles.search} data-no-print>
        <SearchField label={t("chats.search")} asked={search} onChange={ask} />
      </div>
      {search === "" ? children : <Found holder={holder} search={search} onFind={onFind} />}
    </>
  );
}

type FoundProps = Pick<ChatSearchProps, "holder" | "onFind"> & { search: string };

function Found({ holder: { holderType, holderId }, search, onFind }: FoundProps) {
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
          <button type="button" onClick={() => onFind({ number: message.number })}>
            <strong>{message.author}</strong> <Moment at={message.created_at} />
            <span>{message.text}</span>
          </button>
        </li>
      ))}
      <ShowMore query={query} />
    </ul>
  );
}
