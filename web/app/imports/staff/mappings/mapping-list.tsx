/** The firm's mappings, and the brokers whose exports are read without one. */
import { PendingQuery } from "../../../shell/calls/query-states.tsx";
import { LocaleLink } from "../../../shell/navigation/locale-link.tsx";
import { HistoryButton } from "../../../shell/staff/history/history-button.tsx";
import { RecordTime } from "../../../ui/dates.tsx";
import { Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "../imports.module.css";
import { useMappings } from "./use-mappings.ts";

export function MappingList() {
  const t = useText();
  const query = useMappings();
  if (!query.data) return <PendingQuery query={query} />;
  const { mappings, ready, can } = query.data;
  return (
    <>
      <Section
        title={t("admin.mappings.own")}
        actions={
          <>
            <HistoryButton kind="importMapping" title={t("admin.mappings.own")} />
            {can.create && <LocaleLink to="/admin/imports/mappings?new">{t("admin.mappings.new")}</LocaleLink>}
          </>
        }
      >
        {mappings.length === 0 && <p className={styles.small}>{t("admin.mappings.none")}</p>}
        <ul className={styles.brief}>
          {mappings.map(({ id, name, version, makes, saved_by, saved_at, retired_at, usedBy }) => (
            <li key={id}>
              <LocaleLink to={`/admin/imports/mappings?id=${id}`} className={styles.briefName}>
                {name}
              </LocaleLink>
              {retired_at !== null && <span className={styles.break}>{t("admin.mappings.retired")}</span>}
              <span className={styles.rest}>
                {t(`admin.imports.kind.${makes}`)} · {t("admin.mappings.version", { version })} ·{" "}
                {t("admin.mappings.usedBy", { count: usedBy })} · {saved_by} · <RecordTime at={saved_at} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t("admin.mappings.ready")} hint={t("admin.mappings.readyHint")}>
        <ul className={styles.list}>
          {ready.map(({ key, name }) => (
            <li key={key}>{name}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}
