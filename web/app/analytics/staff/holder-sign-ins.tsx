/** The last sign-ins of a person on their page, for administrators. */
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../analytics.module.css";
import { LocationSource } from "../location-source.tsx";
import { browserLabel, countryLabel, systemLabel } from "../sign-in-labels.ts";
import { Suspicions } from "../suspicions.tsx";

const shown = 5;

export function HolderSignIns({ userId }: { userId: number }) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const query = useCall(api.analytics.listOwn, { params: { id: userId }, query: { limit: shown } });
  const rows = query.data?.signIns;
  const unknown = t("admin.analytics.chart.unknown");
  return (
    <Section title={t("admin.analytics.ofPerson")}>
      {!rows && <PendingQuery query={query} />}
      {rows?.length === 0 && <p className="small">{t("admin.analytics.none")}</p>}
      <ul className={styles.own}>
        {rows?.map((row) => (
          <li key={row.id}>
            <p className={styles.when}>
              <RecordTime at={row.created_at} />
              <Suspicions reasons={row.suspicious} />
            </p>
            <p className="small">
              {[
                [row.city, countryLabel(language, row.country_code)].filter(Boolean).join(", ") || unknown,
                browserLabel(row.browserName) ?? unknown,
                systemLabel(row.os) ?? unknown,
                row.ip,
              ].join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      {rows && rows.length > 0 && (
        <>
          <LocaleLink to={`/admin/analytics?user=${userId}`}>{t("admin.analytics.allOfPerson")}</LocaleLink>
          <LocationSource />
        </>
      )}
    </Section>
  );
}
