/** Conversations of all clients: what waits for the firm, and the one that is open, with the notes of staff beside it. */

import type { Holder } from "@portico/api/shapes.ts";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { AnswerPicker } from "../../canned-answers/staff/answer-picker.tsx";
import { AssignedFilter } from "../../colleagues/staff/assigned-filter.tsx";
import { useColleagues } from "../../colleagues/staff/use-colleagues.ts";
import { ClientContracts } from "../../contracts/staff/client-contracts.tsx";
import { HolderSummary } from "../../holders/staff/holder-summary.tsx";
import { PortfolioFigures } from "../../portfolios/staff/portfolio-figures.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Inserter } from "../../ui/insert-text.ts";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import chat from "../chat.module.css";
import { ChatSearch, type FoundMessage, type Lookup } from "../chat-search.tsx";
import { ChatTranscript } from "../chat-transcript.tsx";
import { ChatView } from "../chat-view.tsx";
import { ChatNotes } from "./chat-notes.tsx";
import styles from "./chats.module.css";
import { ConversationList, useConversations } from "./conversation-list.tsx";
import { HandOver, useChosen } from "./hand-over.tsx";
import { InCharge } from "./in-charge.tsx";

/** The holder in the address, such as `?holder=user/4`. */
function holderIn(params: URLSearchParams): Holder | undefined {
  const [, holderType, id] = /^(user|company)\/([1-9]\d{0,15})$/.exec(params.get("holder") ?? "") ?? [];
  return holderType ? { holderType: holderType as Holder["holderType"], holderId: Number(id) } : undefined;
}

export default function ChatsPage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const holder = holderIn(params);
  const { query, part, setPart } = useConversations();
  const waiting = query.data?.pages[0]?.waiting ?? 0;
  const [isChosen, setChosen] = useState(false);
  const [lookup, setLookup] = useState<Lookup>({ search: "" });
  function open(next: Holder | undefined, found?: FoundMessage) {
    setChosen(true);
    setLookup({ search: "", found });
    setParams((before) => {
      const all = new URLSearchParams(before);
      if (next) all.set("holder", `${next.holderType}/${next.holderId}`);
      else all.delete("holder");
      return all;
    });
  }
  const list = useRef<HTMLDivElement>(null);
  const isOpen = holder !== undefined;
  useEffect(() => {
    if (isChosen && !isOpen) list.current?.focus();
  }, [isChosen, isOpen]);
  return (
    <>
      <PageTitle>{t("admin.chats.title")}</PageTitle>
      <div className={styles.pageHead} data-open={isOpen || undefined} data-no-print={isOpen || undefined}>
        <PageHead title={t("admin.chats.title")}>{t("admin.chats.waitingCount", { count: waiting })}</PageHead>
      </div>
      <div className={styles.desk} data-open={isOpen || undefined}>
        <div ref={list} tabIndex={-1} className={styles.list} data-no-print={isOpen || undefined}>
          <ConversationList
            query={query}
            part={part}
            onPart={setPart}
            filter={<AssignedFilter />}
            current={holder}
            onOpen={open}
          />
        </div>
        {holder ? (
          <Conversation
            key={`${holder.holderType}/${holder.holderId}`}
            holder={holder}
            takesFocus={isChosen}
            lookup={lookup}
            onLookup={setLookup}
            onClose={() => open(undefined)}
          />
        ) : (
          <div className={styles.none}>
            <Empty icon="chat" title={t("admin.chats.choose")} />
          </div>
        )}
      </div>
    </>
  );
}

interface ConversationProps {
  holder: Holder;
  /** Opened from the list: whoever reads goes on here. */
  takesFocus: boolean;
  lookup: Lookup;
  onLookup: (lookup: Lookup) => void;
  onClose: () => void;
}

function Conversation({ holder, takesFocus, lookup, onLookup, onClose }: ConversationProps) {
  const t = useText();
  const api = useApi();
  const { holderType, holderId } = holder;
  const { data } = useCall(api.chats.open, { params: { holderType, holderId } });
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) head.current?.focus();
  }, [takesFocus]);
  const { chosen, begin, end, toggle } = useChosen();
  const inserter = useRef<Inserter>(null);
  const { data: colleagues = [] } = useColleagues();
  return (
    <>
      <div className={styles.conversation}>
        <button type="button" className={styles.back} onClick={onClose} data-no-print>
          <Icon name="back" size={16} /> {t("admin.chats.back")}
        </button>
        <h2 ref={head} tabIndex={-1} className={styles.holder}>
          {data && (data.name || t("shell.account.newCompany"))}
        </h2>
        <div className={chat.chat}>
          <ChatView
            holder={holder}
            byStaff
            found={lookup.found}
            renderMessages={(messages) => (
              <ChatSearch holder={holder} lookup={lookup} onLookup={onLookup}>
                {messages}
              </ChatSearch>
            )}
            onSend={() => lookup.search !== "" && onLookup({ search: "" })}
            choosing={
              chosen
                ? { chosen, onChoose: toggle, form: <HandOver holder={holder} chosen={chosen} onDone={end} /> }
                : undefined
            }
            inserter={inserter}
            tools={<AnswerPicker holder={holder} onInsert={(text) => inserter.current?.insert(text)} />}
          />
        </div>
      </div>
      <div className={styles.beside} data-no-print>
        <InCharge holder={holder} colleagues={colleagues} />
        {data?.can.handOver === true && (
          <Button size="sm" variant="default" disabled={chosen !== null} onClick={begin}>
            {t("admin.chats.handOver")}
          </Button>
        )}
        <ChatNotes holder={holder} />
        <ChatTranscript holder={holder} />
        <HolderSummary holder={holder}>
          <PortfolioFigures holder={holder} />
          <ClientContracts holder={holder} />
        </HolderSummary>
      </div>
    </>
  );
}
