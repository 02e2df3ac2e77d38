/** On a wide screen, the button of the chat at the corner of each page, and its panel. Loaded when the page is idle. */
import type { Catalogue, Language } from "@portico/messages/text.ts";
import { useEffect, useRef, useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useLocalPath } from "../shell/navigation/locale-link.tsx";
import { useMarkedName } from "../shell/navigation/navigation.tsx";
import { holderKey, useActiveHolder } from "../shell/session/active-holder.ts";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./chat-launcher.module.css";

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  bg: () => import("@portico/messages/generated/chats.bg.ts"),
  en: () => import("@portico/messages/generated/chats.en.ts"),
  pl: () => import("@portico/messages/generated/chats.pl.ts"),
};
/** Nothing of the panel is loaded before it is opened. */
const panelIn = (language: Language) =>
  loadedPart(async () => {
    const [{ ChatPanel }, { catalogue }] = await Promise.all([import("./chat-panel.tsx"), catalogues[language]()]);
    return { default: (props: { onClose: () => void }) => <ChatPanel catalogue={catalogue} {...props} /> };
  });
const panels = { bg: panelIn("bg"), en: panelIn("en"), pl: panelIn("pl") };

export default function ChatLauncher() {
  const { holder, readOnly } = useActiveHolder();
  const path = useLocalPath();
  return readOnly || path === "/chat" ? null : <Launcher key={holderKey(holder)} />;
}

function Launcher() {
  const t = useText();
  const api = useApi();
  const { holder } = useActiveHolder();
  const { holderType, holderId } = holder;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const { data } = useCall(api.chats.getUnread, { params: { holderType, holderId } });
  const unread = data?.unread ?? 0;
  const Panel = panels[useLanguage()];
  const name = t("shell.nav.chat");
  const label = useMarkedName()(name, unread) ?? name;
  return (
    <aside className={styles.corner} data-no-print>
      {isOpen ? (
        <Panel onClose={() => setOpen(false)} />
      ) : (
        <button ref={button} type="button" className={styles.button} aria-label={label} onClick={() => setOpen(true)}>
          <Icon name="chat" size={22} />
          {/* Not as text: "99+" is no part of the accessible name, which says the number. */}
          {unread > 0 && <span className={styles.badge} data-count={unread > 99 ? "99+" : unread} aria-hidden="true" />}
        </button>
      )}
    </aside>
  );
}
