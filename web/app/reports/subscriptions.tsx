/** Reports that are made after each month, quarter or year: which, who wanted them, what became of the last, and how they end. */
import type { ReportSubscription } from "@portico/api/reports/subscriptions.ts";
import { periodBefore } from "@portico/api/rules/report-subscriptions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { errorText } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { alert } from "../shell/dialogs/alert.ts";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Day, Moment } from "../ui/dates.tsx";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { type Translate, useText } from "../ui/text.tsx";
import styles from "./reports.module.css";
import { SubscribeForm } from "./subscribe-form.tsx";
import { useAskForReport } from "./use-reports.ts";
import { useSubscriptions, useUnsubscribe } from "./use-subscriptions.ts";

export default function Subscriptions({ holder, readOnly }: { holder: Holder; readOnly: boolean }) {
  const t = useText();
  const query = useSubscriptions(holder);
  const { subscriptions = [], offer } = query.data ?? {};
  return (
    <Section id="regular" title={t("reports.regular.title")} hint={t("reports.regular.lead")} onScreen>
      {!query.data && <PendingQuery query={query} />}
      {subscriptions.length > 0 && (
        <ul className={styles.regular}>
          {subscriptions.map((one) => (
            <Line key={one.id} holder={holder} subscription={one} readOnly={readOnly} />
          ))}
        </ul>
      )}
      {offer && subscriptions.length === 0 && readOnly && <p>{t("reports.regular.none")}</p>}
      {offer && !readOnly && <SubscribeForm holder={holder} kinds={offer.kinds} known={subscriptions} />}
    </Section>
  );
}

function endedText(t: Translate, { endedWhy, endedBy, madeBy }: ReportSubscription): string {
  if (endedWhy === "closed") return t("reports.regular.ended.closed");
  if (endedWhy === "rights") return t("reports.regular.ended.rights", { name: madeBy });
  return t("reports.regular.ended.asked", { name: endedBy ?? "" });
}

interface LineProps {
  holder: Holder;
  subscription: ReportSubscription;
  readOnly: boolean;
}

function Line({ holder, subscription, readOnly }: LineProps) {
  const t = useText();
  const end = useUnsubscribe(holder);
  const { id, kind, frequency, language, madeBy, madeAt, dueOn, last, endedAt } = subscription;
  const next = periodBefore(frequency, dueOn);
  const name = `${t(`reports.kind.${kind}`)}, ${t(`reports.frequency.${frequency}`)}`;
  return (
    <li data-ended={endedAt !== null || undefined}>
      <div>
        <p>
          {name} <span className={styles.muted}>· {t(`shell.language.${language}`)}</span>
        </p>
        <p className={styles.muted}>
          {t("reports.regular.by", { name: madeBy })} <Moment at={madeAt} />
        </p>
        {endedAt === null && (
          <p className={styles.muted}>
            {t("reports.regular.next", next)} <Day day={dueOn} />
          </p>
        )}
        {last && <Last holder={holder} subscription={subscription} last={last} readOnly={readOnly} />}
        {endedAt !== null && (
          <p className={styles.muted}>
            {endedText(t, subscription)} <Moment at={endedAt} />
          </p>
        )}
        {end.error && <Notice tone="failed">{errorText(t, end.error)}</Notice>}
      </div>
      {endedAt === null && !readOnly && (
        <Button
          size="sm"
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(id, { onSuccess: () => alert.success(t("reports.regular.endDone")) })}
        >
          {t("reports.regular.end")}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      {endedAt !== null && (
        <StatusBadge status="ended" colour="grey">
          {t("reports.regular.isEnded")}
        </StatusBadge>
      )}
    </li>
  );
}

/** What became of the last period; what could not be made can be asked for at once. */
function Last({ holder, subscription, last, readOnly }: LineProps & { last: NonNullable<ReportSubscription["last"]> }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const ask = useAskForReport(holder);
  const { from, to, state, reportId, failure, tryAt } = last;
  const period = t("reports.page.period", { from, to });
  if (state === "told" && reportId !== null)
    return (
      <p>
        {t("reports.regular.last")} <LocaleLink to={`/reports/${reportId}`}>{period}</LocaleLink>
      </p>
    );
  if (state === "waiting" && failure === null) return <p>{t("reports.regular.making", { from, to })}</p>;
  const { kind, language } = subscription;
  const again = () => ask.mutate({ kind, from, to, language }, { onSuccess: ({ id }) => navigate(`/reports/${id}`) });
  return (
    <Notice tone="attention">
      <p>
        {t("reports.regular.notMade", { from, to })} {failure && t(`reports.failure.${failure}`)}{" "}
        {tryAt !== null && (
          <>
            {t("reports.regular.again")} <Moment at={tryAt} />
          </>
        )}
      </p>
      {!readOnly && failure === "unavailable" && (
        <Button size="sm" variant="default" loading={ask.isPending} onClick={again}>
          {t("ui.action.retry")}
        </Button>
      )}
      {ask.error && <p>{errorText(t, ask.error)}</p>}
    </Notice>
  );
}
