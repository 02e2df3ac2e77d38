/** Preview of a list's row, next to it on a wide screen. */

import { ListedStateBadge } from "../../holders/staff/listed-state.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { useText } from "../../ui/text.tsx";
import { hasKycState, UserRole } from "../user-badges.tsx";
import type { UserRow } from "./use-users.ts";
import styles from "./user-list.module.css";

export function UserPreview({ row }: { row: UserRow | undefined }) {
  const t = useText();
  const withList = useWithThisList();
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
            renderRoot={(props: object) => <LocaleLink to={withList(userPath(row.id))} {...props} />}
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

export const userPath = (id: number): string => `/admin/user/${id}/profile`;
