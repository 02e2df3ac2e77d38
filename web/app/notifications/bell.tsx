/** The bell: number of new notifications, and the newest of them. */
import type { Catalogue, Language } from "@portico/messages/text.ts";
import type { ComponentProps } from "react";
import { useSession } from "../shell/session/session.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icon.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { Loading } from "../ui/states.tsx";
import { MoreTexts, useLanguage, useText } from "../ui/text.tsx";
import styles from "./notifications.module.css";
import { useNotifications } from "./use-notifications.ts";

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  bg: () => import("@portico/messages/generated/notifications.bg.ts"),
  en: () => import("@portico/messages/generated/notifications.en.ts"),
  pl: () => import("@portico/messages/generated/notifications.pl.ts"),
};
/** Loaded with its texts when it is opened. */
const panelIn = (language: Language) =>
  loadedPart(
    async () => {
      const [{ default: Panel }, { catalogue }] = await Promise.all([
        import("./bell-panel.tsx"),
        catalogues[language](),
      ]);
      return {
        default: (props: ComponentProps<typeof Panel>) => (
          <MoreTexts catalogue={catalogue}>
            <Panel {...props} />
          </MoreTexts>
        ),
      };
    },
    () => <Loading />,
  );
const panels = { bg: panelIn("bg"), en: panelIn("en"), pl: panelIn("pl") };

export default function Bell() {
  return useSession() ? <SignedInBell /> : <div className={styles.bell} aria-hidden="true" />;
}

function SignedInBell() {
  const t = useText();
  const list = useNotifications();
  const Panel = panels[useLanguage()];
  const { notifications } = list;
  const fresh = notifications?.filter(({ seen }) => !seen).length ?? 0;
  return (
    <>
      <Disclosure
        label={t("shell.bell", { count: fresh })}
        buttonClassName={styles.bell}
        wide
        button={
          <>
            <Icon name="bell" />
            {/* Not as text: "99+" is no part of the accessible name, which says the number. */}
            {fresh > 0 && <span className={styles.count} data-count={fresh > 99 ? "99+" : fresh} aria-hidden="true" />}
          </>
        }
      >
        {(close) => <Panel list={list} close={close} />}
      </Disclosure>
      <output className="visually-hidden">{fresh > 0 ? t("shell.bell", { count: fresh }) : ""}</output>
    </>
  );
}
