/** Ways to write to a client: their conversation, and a new ticket. */

import type { Holder } from "@portico/api/shapes.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useCanWork } from "./holder-address.ts";
import styles from "./write-to.module.css";

const chatPath = ({ holderType, holderId }: Holder): string => `/admin/chats?holder=${holderType}/${holderId}`;

export function WriteTo({ holder, plain = false }: { holder: Holder /** As icons, in a list. */; plain?: boolean }) {
  const t = useText();
  const places = [
    { to: chatPath(holder), label: t("admin.head.chat"), icon: "chat" as const },
    {
      to: `/admin/${holder.holderType}/${holder.holderId}/tickets/new`,
      label: t("admin.head.ticket"),
      icon: "ticket" as const,
    },
  ];
  if (!useCanWork(holder)) return null;
  return (
    <span className={styles.ways} data-no-print>
      {places.map(({ to, label, icon }) =>
        plain ? (
          <LocaleLink key={to} to={to} className={styles.icon} aria-label={label} title={label}>
            <Icon name={icon} size={18} />
          </LocaleLink>
        ) : (
          <Button
            key={to}
            size="sm"
            variant="default"
            renderRoot={(props: object) => <LocaleLink to={to} {...props} />}
          >
            {label}
          </Button>
        ),
      )}
    </span>
  );
}
