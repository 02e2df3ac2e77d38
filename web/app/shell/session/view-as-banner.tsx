/** Above every page during a view-as. */

import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useLocaleNavigate } from "../navigation/locale-link.tsx";
import styles from "../offline/banner.module.css";
import { useEndViewAs } from "./use-end-view-as.ts";
import { setViewAs, useViewAs } from "./view-as.ts";

export function ViewAsBanner() {
  const t = useText();
  const endView = useEndViewAs();
  const navigate = useLocaleNavigate();
  const view = useViewAs();
  const until = view?.until;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => setViewAs(null), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  if (!view) return null;

  function end() {
    if (!view) return;
    endView();
    navigate(`/admin/${view.holder.holderType}/${view.holder.holderId}/profile`);
  }

  return (
    <output className={styles.banner} data-no-print>
      <Icon name="eye" />
      <span>
        <strong>{t("shell.viewAs.title", { name: view.name })}</strong> {t("shell.viewAs.explain")}
      </span>
      <Button size="xs" variant="default" onClick={end}>
        {t("shell.viewAs.end")}
      </Button>
    </output>
  );
}
