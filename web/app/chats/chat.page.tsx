/** The conversation of the active holder with the firm. */
import { api } from "virtual:portico-api";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { holder as early, earlyCall, type PageHandle, person } from "../shell/calls/early-calls.ts";
import { withFrame } from "../shell/layouts/page-frame.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { holderKey, useActiveHolder } from "../shell/session/active-holder.ts";
import { PageHead } from "../ui/section.tsx";
import { ComingNote } from "../ui/skeletons.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./chat.module.css";
import { ChatSearch, type Lookup } from "./chat-search.tsx";
import { ChatTranscript } from "./chat-transcript.tsx";
import { ChatView } from "./chat-view.tsx";

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.chats.open, { params: early }),
    earlyCall(api.companies.getStartedState, { params: { userId: person } }, { together: true }),
    earlyCall(api.chats.getHours, {}, { together: true }),
  ],
  isFramed: true,
};

export default withFrame(ChatPage, ChatFrame);

function ChatFrame() {
  return (
    <>
      <ChatHead />
      <div className={styles.page} data-coming>
        <ComingNote />
      </div>
    </>
  );
}

function ChatHead() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("chats.title")}</PageTitle>
      <PageHead title={t("chats.title")}>{t("chats.lead")}</PageHead>
    </>
  );
}

function ChatPage() {
  const { holder, readOnly } = useActiveHolder();
  return (
    <>
      <ChatHead />
      <div className={styles.page}>
        <div className={styles.chat}>
          <Conversation key={holderKey(holder)} holder={holder} readOnly={readOnly} />
        </div>
      </div>
      <ChatTranscript key={`transcript ${holderKey(holder)}`} holder={holder} />
    </>
  );
}

function Conversation({ holder, readOnly }: { holder: Holder; readOnly: boolean }) {
  const [lookup, setLookup] = useState<Lookup>({ search: "" });
  return (
    <ChatView
      holder={holder}
      readOnly={readOnly}
      found={lookup.found}
      renderMessages={(messages) => (
        <ChatSearch holder={holder} lookup={lookup} onLookup={setLookup}>
          {messages}
        </ChatSearch>
      )}
      onSend={() => lookup.search !== "" && setLookup({ search: "" })}
    />
  );
}
