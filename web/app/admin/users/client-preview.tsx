/** Who a row of the list is, beside it on a wide screen. */
import { Button } from "@mantine/core";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { useText } from "../../ui/text.tsx";
import { hasKycState, UserRole } from "../../users/user-badges.tsx";
import { ListedStateBadge } from "../holders/listed-state.tsx";
import styles from "./clients.module.css";
import type { ClientRow } from "./use-clients.ts";

export function ClientPreview({ row }: { row: ClientRow | undefined }) {
  const t = useText();
  return (
    <aside className={styles.preview} aria-label={t("admin.clients.preview")}>
      {row ? (
        <>
          <h2 className={styles.who}>{row.name}</h2>
          <p className={styles.badges}>
            {hasKycState(row) && <ListedStateBadge holderType="user" state={row.listed_state} />}
            <UserRole role={row.role} />
          </p>
          <dl className={styles.facts}>
            <div>
              <dt>{t("admin.clients.email")}</dt>
              <dd>{row.email}</dd>
            </div>
            <div>
              <dt>{t("admin.clients.clientNumber")}</dt>
              <dd>{row.client_number ?? t("admin.client.numberNone")}</dd>
            </div>
            <div>
              <dt>{t("admin.clients.created")}</dt>
              <dd>
                <RecordTime at={row.created_at} />
              </dd>
            </div>
          </dl>
          <Button
            className={styles.open ?? ""}
            variant="default"
            size="sm"
            renderRoot={(props: object) => <LocaleLink to={clientPath(row.id)} {...props} />}
          >
            {t("admin.clients.open")}
          </Button>
        </>
      ) : (
        <p className={styles.muted}>{t("admin.clients.previewNone")}</p>
      )}
    </aside>
  );
}

export const clientPath = (id: number): string => `/admin/user/${id}/profile`;
