/** A candidate: our person and the list's entry side by side, what matched, and the decision. */
import type { Candidate } from "@portico/api/screening.ts";
import { useParams } from "react-router";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import styles from "../../shell/staff/parts.module.css";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, PageHead, Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useReviewOfReader } from "./after-decision.ts";
import { CandidateBadge, scoreText } from "./candidate-columns.tsx";
import { Comparison } from "./comparison.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { MatchedParts } from "./matched-parts.tsx";
import { useCandidate } from "./use-screening.ts";

export default function CandidatePage() {
  const t = useText();
  const query = useCandidate(Number(useParams()["id"]));
  const { data } = query;
  const review = useReviewOfReader();
  return (
    <>
      <PageTitle>{t("admin.screening.title")}</PageTitle>
      <BackLink to={review ?? "/admin/screening"}>
        {t(review === undefined ? "admin.screening.title" : "admin.review.title")}
      </BackLink>
      {data ? (
        <CandidateView key={data.id} candidate={data} />
      ) : (
        <>
          <PageHead title={t("admin.screening.title")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function CandidateView({ candidate }: { candidate: Candidate }) {
  const t = useText();
  const language = useLanguage();
  const { holder, role, state, list, score, threshold, earlier, name } = candidate;
  return (
    <>
      <PageHead title={name}>
        <Facts>
          <CandidateBadge state={state} />
          <LocaleLink to={`/admin/${holder.holder_type}/${holder.holder_id}/screening`}>
            {t("admin.screening.client")}: {holder.name}
          </LocaleLink>
          <span>{t(`admin.screening.role.${role}`)}</span>
          <span>{t("admin.screening.fromList", { name: list.name })}</span>
          <span>
            {t("admin.screening.threshold", {
              score: scoreText(language, score),
              threshold: scoreText(language, threshold),
            })}
          </span>
        </Facts>
      </PageHead>
      <Comparison candidate={candidate} />
      <MatchedParts candidate={candidate} />
      {earlier.length > 0 && (
        <Notice title={t("admin.screening.earlier")}>
          {earlier.map((one) => (
            <p key={one.id}>
              <LocaleLink to={`/admin/screening/${one.id}`}>
                {t(`admin.screening.state.${one.state}`)} · {one.list}
              </LocaleLink>{" "}
              <RecordTime at={one.changedAt} /> {one.reason}
            </p>
          ))}
        </Notice>
      )}
      <DecisionForm key={state} candidate={candidate} />
      <History candidate={candidate} />
    </>
  );
}

function History({ candidate: { history, foundAt } }: { candidate: Candidate }) {
  const t = useText();
  return (
    <Section title={t("admin.screening.history")}>
      <ol className={styles.timeline}>
        {history.toReversed().map(({ action, by, at, reason }) => (
          <li key={`${at} ${action}`}>
            <span>
              <strong>{t(`admin.screening.done.${action}`)}</strong> · {by ?? t("admin.screening.byPortal")} ·{" "}
              <RecordTime at={at} />
            </span>
            {reason !== "" && <p className={styles.reason}>{reason}</p>}
          </li>
        ))}
        <li>
          <span>
            {t("admin.screening.holder.found")} · {t("admin.screening.byPortal")} · <RecordTime at={foundAt} />
          </span>
        </li>
      </ol>
    </Section>
  );
}
