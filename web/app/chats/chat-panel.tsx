/** The conversation of the active holder in the corner of a page. */
import type { Catalogue } from "@portico/messages/text.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { Loading } from "../ui/states.tsx";
import { MoreTexts, useText } from "../ui/text.tsx";
import chat from "./chat.module.css";
import styles from "./chat-launcher.module.css";
import type { Lookup } from "./chat-search.tsx";
import { ChatView } from "./chat-view.tsx";

/** Loaded when it is opened: the panel has to be small. */
const ChatSearch = loadedPart(
  async () => ({ default: (await import("./chat-search.tsx")).ChatSearch }),
  () => <Loading />,
);

interface ChatPanelProps {
  catalogue: Catalogue;
  onClose: () => void;
}

export function ChatPanel({ catalogue, onClose }: ChatPanelProps) {
  return (
    <MoreTexts catalogue={catalogue}>
      <Panel onClose={onClose} />
    </MoreTexts>
  );
}

function Panel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { holder } = useActiveHolder();
  const panel = useRef<HTMLElement>(null);
  const searchButton = useRef<HTMLButtonElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const [lookup, setLookup] = useState<Lookup>({ search: "" });
  const [isSearching, setSearching] = useState(false);
  function search(next: Lookup): void {
    setLookup(next);
    if (next.found) setSearching(false);
  }
  const endSearch = useCallback(() => {
    setLookup({ search: "" });
    setSearching(false);
  }, []);
  const [isTouched] = useState(() => matchMedia("(pointer: coarse)").matches);
  useEffect(() => head.current?.focus(), []);
  // Escape ends the search, then closes it, from anywhere within; it is no dialog, the page stays usable beside it.
  useEffect(() => {
    const close = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      if (key !== "Escape" || defaultPrevented || !panel.current?.contains(target as Node)) return;
      if (!isSearching) onClose();
      else {
        endSearch();
        searchButton.current?.focus();
      }
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [onClose, isSearching, endSearch]);
  return (
    <section ref={panel} className={styles.panel} aria-label={t("chats.title")}>
      <header className={styles.head}>
        <h2 ref={head} tabIndex={-1}>
          <LocaleLink to="/chat" onClick={onClose}>
            {t("chats.title")}
          </LocaleLink>
        </h2>
        <span className={styles.tools}>
          <button
            type="button"
            className={chat.action}
            ref={searchButton}
            aria-label={t("chats.search")}
            aria-expanded={isSearching}
            onClick={() => (isSearching ? endSearch() : setSearching(true))}
          >
            <Icon name="search" />
          </button>
          <button type="button" className={chat.action} aria-label={t("chats.close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </span>
      </header>
      <ChatView
        holder={holder}
        found={lookup.found}
        renderMessages={(messages) =>
          isSearching ? (
            <ChatSearch holder={holder} lookup={lookup} onLookup={search} takesFocus>
              {messages}
            </ChatSearch>
          ) : (
            messages
          )
        }
        onSend={() => isSearching && endSearch()}
        // On a touch screen the keyboard would cover the messages.
        focusFrom={isTouched ? undefined : head}
      />
    </section>
  );
}
