/** The conversation of the active holder with the firm. */
import { holderKey, useActiveHolder } from "../shell/active-holder.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { PageHead } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./chat.module.css";
import { ChatSearch } from "./chat-search.tsx";
import { ChatTranscript } from "./chat-transcript.tsx";
import { ChatView } from "./chat-view.tsx";

export default function ChatPage() {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  return (
    <>
      <PageTitle>{t("chats.title")}</PageTitle>
      <PageHead title={t("chats.title")}>{t("chats.lead")}</PageHead>
      <div className={styles.page}>
        <div className={styles.chat}>
          <ChatSearch holder={holder}>
            <ChatView key={holderKey(holder)} holder={holder} readOnly={readOnly} />
          </ChatSearch>
        </div>
      </div>
      <ChatTranscript key={`transcript ${holderKey(holder)}`} holder={holder} />
    </>
  );
}
