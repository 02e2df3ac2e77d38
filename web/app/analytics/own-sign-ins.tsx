/** A person's own sign-ins on their profile, and what to do about one that was not theirs. */
import type { analytics } from "@portico/api/analytics.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { useApi } from "../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../shell/calls/query-states.tsx";
import { usePages } from "../shell/calls/use-pages.ts";
import { useProfile } from "../shell/session/session.ts";
import { Moment } from "../ui/dates.tsx";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./analytics.module.css";
import { LocationSource } from "./location-source.tsx";
import { browserLabel, countryLabel, systemLabel } from "./sign-in-labels.ts";
import { Suspicions } from "./suspicions.tsx";

const rowsAtOnce = 5;

export function OwnSignIns() {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const query = usePages(api.analytics.listOwn, { params: { id }, query: { limit: rowsAtOnce } });
  const rows = query.data?.rows;
  return (
    <Section id="sign-ins" title={t("users.signIns.title")} hint={t("users.signIns.hint")}>
      {!rows && <PendingQuery query={query} />}
      {rows?.length === 0 && <Empty icon="device" title={t("users.signIns.none")} />}
      {rows && rows.length > 0 && (
        <>
          <ul className={styles.own}>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          <ShowMore query={query} />
          <LocationSource />
          <div className={styles.notice}>
            <Notice live={false} title={t("users.signIns.notYou")}>
              <p>{t("users.signIns.notYouExplain")}</p>
              <p className={styles.links}>
                <a href="#password">{t("users.signIns.toPassword")}</a>
                <a href="#sessions">{t("users.signIns.toSessions")}</a>
              </p>
            </Notice>
          </div>
        </>
      )}
    </Section>
  );
}

type OwnRow = Answer<typeof analytics.listOwn>["signIns"][number];

function Row({ row }: { row: OwnRow }) {
  const t = useText();
  const language = useLanguage();
  const place = [row.city, countryLabel(language, row.country_code)].filter(Boolean).join(", ");
  return (
    <li>
      <p className={styles.when}>
        <strong>
          <Moment at={row.created_at} />
        </strong>
        {row.current && (
          <StatusBadge status="current" colour="green">
            {t("users.signIns.current")}
          </StatusBadge>
        )}
        <Suspicions reasons={row.suspicious} />
      </p>
      <p>
        {t("users.sessions.device", {
          browser: browserLabel(row.browserName) ?? t("users.sessions.unknownBrowser"),
          os: systemLabel(row.os) ?? t("users.sessions.unknownSystem"),
        })}
      </p>
      <p className="small">
        {place || t("users.sessions.unknownPlace")} · {row.ip}
      </p>
    </li>
  );
}
