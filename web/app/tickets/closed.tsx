/** Says that a ticket is closed; a text that was not sent goes on in a new one. */

import type { Holder } from "@portico/api/shapes.ts";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import type { About } from "./new-ticket-form.tsx";
import styles from "./tickets.module.css";
import { isKept, moveKeptText } from "./use-kept-text.ts";

interface ClosedProps {
  holder: Holder;
  id: number;
  title: string;
  readOnly: boolean;
}

export function Closed({ holder, id, title, readOnly }: ClosedProps) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const hasText = useHydrated() && !readOnly && isKept(holder, String(id));
  // The new ticket refers to this one.
  const about: About = { path: `/tickets/${id}`, title };
  function take() {
    moveKeptText(holder, String(id), "new", title);
    navigate("/tickets/new", { state: about });
  }
  return (
    <Notice>
      {t("tickets.isClosed")}
      {!readOnly && (
        <span className={styles.continued}>
          {hasText && t("tickets.kept")}
          {hasText ? (
            <Button size="compact-sm" variant="default" onClick={take}>
              {t("tickets.moveToNew")}
            </Button>
          ) : (
            <Button size="compact-sm" variant="default" component={LocaleLink} to="/tickets/new" state={about}>
              {t("tickets.new.action")}
            </Button>
          )}
        </span>
      )}
    </Notice>
  );
}
