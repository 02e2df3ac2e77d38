/** A submission compared with the previous one: remarks at fields, acceptance by step, the decision. */
import { listedStateOf } from "@portico/api/holder-states.ts";
import { useCallback, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { AnswerPicker } from "../../canned-answers/staff/answer-picker.tsx";
import { KeepRemark } from "../../canned-answers/staff/keep-remark.tsx";
import { sendTemplatePath, staffContractPath } from "../../contracts/staff/paths.ts";
import { ListedStateBadge } from "../../holders/staff/listed-state.tsx";
import { ScreeningMark } from "../../screening/staff/screening-mark.tsx";
import { ScreeningWaits } from "../../screening/staff/screening-waits.tsx";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { ClaimOf } from "../../shell/staff/queue/claim-mark.tsx";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { formatRecordTime } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Facts, PageHead } from "../../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { ContractStep } from "./contract-step.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { Findings } from "./findings.tsx";
import { RemarkToolsProvider, type TypedRemark } from "./remark-tools.ts";
import styles from "./review.module.css";
import { queueIn, queueOf, queuePath, reviewPath, useNextInQueue } from "./review-queue.ts";
import { ReviewSteps } from "./review-steps.tsx";
import type { FormOf, Review, Revisions } from "./review-types.ts";

/** Links after a decision: the next waiting form, or back to the list. */
function NextInQueue({ form, queue }: { form: FormOf; queue: URLSearchParams }) {
  const t = useText();
  const found = useNextInQueue(form, queue);
  if (!found) return null;
  const { count, next } = found;
  return (
    <nav className={styles.decision} aria-label={t("admin.reviews.title")} data-no-print>
      <p>{t("admin.review.waitingCount", { count })}</p>
      <span>
        <Button component={LocaleLink} to={queuePath(queue)} variant="default">
          {t("admin.reviews.title")}
        </Button>
        {next && (
          <Button component={LocaleLink} to={reviewPath(next, queue)}>
            {t("admin.review.next")}
          </Button>
        )}
      </span>
    </nav>
  );
}

export default function ReviewPage() {
  const t = useText();
  const api = useApi();
  const { profileMode, id } = useParams();
  const [params] = useSearchParams();
  const queue = queueIn(params);
  const isCompany = profileMode === "company";
  const form: FormOf = {
    holderType: isCompany ? "company" : "user",
    holderId: Number(id),
    type: isCompany ? "companyKYC" : "KYC",
  };
  const { holderType, holderId } = form;
  const tools = useCallback(
    ({ field, text, onInsert }: TypedRemark) => {
      const holder = { holderType, holderId };
      return (
        <div className={styles.tools}>
          <AnswerPicker holder={holder} use="remark" field={field} onInsert={onInsert} />
          {field !== undefined && <KeepRemark holder={holder} field={field} text={text} />}
        </div>
      );
    },
    [holderType, holderId],
  );
  const { data: revisions, error, isFetching, refetch } = useCall(api.forms.listRevisions, { params: form });
  return (
    <>
      <PageTitle>{t("admin.review.title")}</PageTitle>
      {queue && <BackLink to={queuePath(queue)}>{t("admin.reviews.title")}</BackLink>}
      {!revisions && error && (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      )}
      {!revisions && !error && <Loading />}
      {revisions?.length === 0 && (
        <>
          <PageHead title={t("admin.review.title")} />
          <Empty icon="document" title={t("admin.review.none")} />
        </>
      )}
      {revisions && revisions.length > 0 && (
        <RemarkToolsProvider value={tools}>
          <Revision key={`${profileMode} ${id}`} form={form} revisions={revisions} />
        </RemarkToolsProvider>
      )}
    </>
  );
}

/** Which of the submissions is shown; it stands in the address. */
function RevisionPicker({ revisions, shown }: { revisions: Revisions; shown: number }) {
  const t = useText();
  const [, setParams] = useSearchParams();
  return (
    <label className={styles.revisions}>
      {t("admin.review.revision")}
      <select
        value={shown}
        onChange={({ target: { value } }) =>
          setParams(
            (before) => {
              const next = new URLSearchParams(before);
              next.set("revision", value);
              return next;
            },
            { preventScrollReset: true },
          )
        }
      >
        {revisions.map((each) => (
          <option key={each.revision} value={each.revision}>
            {t("admin.review.revisionOption", {
              number: each.revision,
              day: formatRecordTime(each.submitted_at).slice(0, 10),
              decision: each.decision
                ? t(`admin.review.decision.${each.decision.decision}`)
                : t("admin.review.waiting"),
            })}
          </option>
        ))}
      </select>
    </label>
  );
}

function DecisionNotice({ decision }: { decision: NonNullable<Review["decision"]> }) {
  const t = useText();
  return (
    <Notice tone={decision.decision === "approved" ? "info" : "attention"}>
      {t("admin.review.decided", {
        decision: t(`admin.review.decision.${decision.decision}`),
        name: decision.by.name,
        at: formatRecordTime(decision.at),
      })}
      {decision.reason && <p>{decision.reason}</p>}
    </Notice>
  );
}

function Revision({ form, revisions }: { form: FormOf; revisions: Revisions }) {
  const t = useText();
  const api = useApi();
  const [params] = useSearchParams();
  const wanted = Number(params.get("revision"));
  const [isDecidedHere, setDecidedHere] = useState(false);
  const queue = queueIn(params);
  const newest = revisions[0]?.revision ?? 1;
  const number = revisions.some(({ revision }) => revision === wanted) ? wanted : newest;
  const {
    data: review,
    error,
    isFetching,
    refetch,
  } = useCall(api.forms.getRevision, {
    params: { ...form, revision: number },
  });
  if (!review)
    return error ? (
      <LoadFailed retry={() => void refetch()} retrying={isFetching}>
        {errorText(t, error)}
      </LoadFailed>
    ) : (
      <Loading />
    );
  const { holder, current, decision, contract, can } = review;
  const isOpen =
    decision === null && number === newest && (holder.state === "pendingKYC" || holder.state === "pendingReKYC");
  return (
    <>
      <PageHead
        title={holder.name || t("shell.account.newCompany")}
        actions={<RevisionPicker revisions={revisions} shown={number} />}
      >
        <Facts>
          <ListedStateBadge holderType={form.holderType} state={listedStateOf(holder.state, isOpen)} />
          <ScreeningMark holder={form} />
          <span>
            {t("admin.review.submitted", { name: current.submitted_by.name })} <RecordTime at={current.submitted_at} />
          </span>
          <ClaimOf kind="form" id={review.id} name={holder.name} isWaiting={isOpen && can.review} />
          {queue && (
            <LocaleLink to={`/admin/${form.holderType}/${form.holderId}/profile`}>{t("admin.review.back")}</LocaleLink>
          )}
        </Facts>
      </PageHead>
      {isOpen && !can.review && <Notice>{t("admin.review.readOnly")}</Notice>}
      {can.review && !can.accept && <Notice>{t("error.fourEyes")}</Notice>}
      {contract && number === newest && holder.state !== "postKYC" && (
        <ContractStep
          required={contract}
          canSend={can.sendContract}
          paths={{
            contract: (id) => staffContractPath({ id, holder_type: form.holderType, holder_id: form.holderId }),
            send: (type) => sendTemplatePath(form, type),
          }}
        />
      )}
      {current.by_admin && <Notice tone="attention">{t("admin.review.byStaff")}</Notice>}
      {decision && <DecisionNotice decision={decision} />}
      <ReviewSteps
        form={form}
        review={review}
        findings={
          <Findings type={form.type} revision={current} attempts={review.attempts} elsewhere={review.elsewhere} />
        }
        decision={
          <DecisionBar
            form={form}
            review={review}
            onDecided={() => setDecidedHere(true)}
            screening={<ScreeningWaits holder={form} />}
          />
        }
      />
      {decision && (queue || isDecidedHere) && <NextInQueue form={form} queue={queue ?? queueOf(form.type)} />}
    </>
  );
}
