/** Finds messages of a conversation by the beginnings of their words, and leads to the one that is chosen. */
import type { Holder } from "@portico/api/shapes.ts";
import type { ReactNode } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../shell/calls/query-states.tsx";
import { usePages } from "../shell/calls/use-pages.ts";
import { SearchField } from "../shell/search-field.tsx";
import { Moment } from "../ui/dates.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./chat.module.css";

/** A message that was found; a new object each time it is chosen. */
export interface FoundMessage {
  number: number;
}

/** The words that are searched, if any; afterwards the message that was chosen. */
export interface Lookup {
  search: string;
  found?: FoundMessage | undefined;
}

interface ChatSearchProps {
  holder: Holder;
  lookup: Lookup;
  onLookup: (lookup: Lookup) => void;
  /** It was opened to be typed in. */
  takesFocus?: boolean;
  /** The messages. */
  children: ReactNode;
}

/** Shows what was found instead of the messages. */
export function ChatSearch({ holder, lookup: { search }, onLookup, takesFocus = false, children }: ChatSearchProps) {
  const t = useText();
  return (
    <>
      <div className={styles.search} data-no-print>
        {/* Where the search ends without a choice, the conversation goes on at its end. */}
        <SearchField
          label={t("chats.search")}
          asked={search}
          onChange={(next) => onLookup({ search: next })}
          takesFocus={takesFocus}
        />
      </div>
      {search === "" ? (
        children
      ) : (
        <div className={styles.results}>
          <Found holder={holder} search={search} onFind={(found) => onLookup({ search: "", found })} />
        </div>
      )}
    </>
  );
}

interface FoundProps {
  holder: Holder;
  search: string;
  onFind: (found: FoundMessage) => void;
}

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
