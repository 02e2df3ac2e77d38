/** The last files that name a client, on the client's page. */
import type { Holder } from "@portico/api/shapes.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ImportState } from "./import-state.tsx";
import styles from "./imports.module.css";
import { useClientImports } from "./use-imports.ts";

export function ClientImports({ holder }: { holder: Holder }) {
  const t = useText();
  const query = useClientImports(holder);
  const { data } = query;
  return (
    <Section title={t("admin.client.imports")}>
      {data ? (
        data.imports.length > 0 ? (
          <ul className={styles.brief}>
            {data.imports.map((each) => (
              <li key={each.id}>
                <LocaleLink to={`/admin/imports?id=${each.id}`} className={styles.briefName}>
                  {each.fileName}
                </LocaleLink>
                <ImportState state={each.state} />
                <span className={styles.rest}>
                  <RecordTime at={each.confirmed_at ?? each.created_at} /> ·{" "}
                  {t("admin.client.importRows", { count: each.newRows })} · {each.created_by}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.small}>{t("admin.client.importsNone")}</p>
        )
      ) : (
        <PendingQuery query={query} />
      )}
    </Section>
  );
}
