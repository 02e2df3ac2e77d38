/** Says where a merged ticket continues, and takes along a text that was not sent. */

import type { Holder } from "@portico/api/shapes.ts";
import type { RequestedService } from "@portico/api/tickets.ts";
import type { ReactNode } from "react";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import styles from "./tickets.module.css";
import { isKept, moveKeptText } from "./use-kept-text.ts";
import { useTicketTitle } from "./use-title.ts";

interface ContinuedProps {
  holder: Holder;
  id: number;
  into: { id: number; title: string; service: RequestedService };
  path: string;
  /** What is kept about a ticket: `.answer`, `.note`; nothing is added for clients. */
  kinds: readonly string[];
  children?: ReactNode;
}

export function Continued({ holder, id, into, path, kinds, children }: ContinuedProps) {
  const t = useText();
  const titleOf = useTicketTitle();
  const navigate = useLocaleNavigate();
  const isHydrated = useHydrated();
  const kept = isHydrated ? kinds.filter((kind) => isKept(holder, `${id}${kind}`)) : [];
  function take() {
    for (const kind of kept) moveKeptText(holder, `${id}${kind}`, `${into.id}${kind}`);
    navigate(path);
  }
  return (
    <Notice>
      {t("tickets.merged")} <LocaleLink to={path}>{`#${into.id} ${titleOf(into)}`}</LocaleLink>
      {kept.length > 0 && (
        <span className={styles.continued}>
          {t("tickets.kept")}
          <Button size="compact-sm" variant="default" onClick={take}>
            {t("tickets.moveText", { number: String(into.id) })}
          </Button>
        </span>
      )}
      {children}
    </Notice>
  );
}
