/** Another page was asked for, which is not loaded yet, and the server does not answer. The open one stays below. */

import { useLocation, useNavigate, useNavigation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useOnline } from "../../ui/use-online.ts";
import { askServerNow, useIsServerAwaited } from "../../ui/when-online.ts";
import styles from "./awaited-page.module.css";

export function AwaitedPage() {
  const isLoading = useNavigation().state === "loading";
  return useIsServerAwaited() && isLoading ? <Awaited /> : null;
}

const comeIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "center" });

function Awaited() {
  const t = useText();
  const online = useOnline();
  const navigate = useNavigate();
  const here = useLocation();
  return (
    <div ref={comeIntoSight} className={styles.state} role="alert">
      <span className={styles.sign}>
        <Icon name={online ? "warning" : "offline"} size={24} />
      </span>
      <p className={styles.title}>{t("shell.awaited.title")}</p>
      <div className={styles.text}>{t(online ? "shell.awaited.server" : "shell.awaited.connection")}</div>
      <div className={styles.actions}>
        <Button variant="default" size="sm" onClick={askServerNow}>
          {t("ui.action.retry")}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => void navigate(here, { replace: true, state: here.state })}>
          {t("shell.awaited.stay")}
        </Button>
      </div>
    </div>
  );
}
