/** Deposits, payments and fees that no request explains: staff match each, or say how it was dealt with. */
import type { UnexplainedPayment } from "@portico/api/payments/unexplained.ts";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { AssignedFilter } from "../../colleagues/staff/assigned-filter.tsx";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useAssignedParam } from "../../shell/staff/lists/use-assigned-param.ts";
import { usePartLink } from "../../shell/staff/lists/use-part-link.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusMarked } from "../../ui/focus-marked.ts";
import { formatDay, formatMoment, formatMoney } from "../../ui/format.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ReasonField } from "./reason-field.tsx";
import { requestColours } from "./request-card.tsx";
import styles from "./requests.module.css";

const MatchDialog = loadedPart(() => import("./match-dialog.tsx"));
const FeeDialog = loadedPart(() => import("./fee-dialog.tsx"));

const states = ["open", "cleared"] as const;

export default function UnexplainedPage() {
  const t = useText();
  const api = useApi();
  const [params] = useSearchParams();
  const linkTo = usePartLink("state", "open");
  const state = states.find((each) => each === params.get("state")) ?? "open";
  const query = usePages(api.payments.listUnexplained, { query: { state, ...useAssignedParam(), limit: 50 } });
  const payments = query.data?.rows;
  return (
    <>
      <PageTitle>{t("admin.unexplained.title")}</PageTitle>
      <PageHead title={t("admin.unexplained.title")}>{t("admin.unexplained.lead")}</PageHead>
      <div className={styles.tabs}>
        <SectionPicker
          label={t("admin.unexplained.tabs")}
          current={state}
          sections={states.map((id) => ({
            id,
            to: linkTo(id),
            label: t(`admin.unexplained.${id}`),
            ...(id === "open" && { count: query.data?.pages[0]?.open }),
          }))}
        />
      </div>
      <search className={styles.links} data-no-print>
        <AssignedFilter />
      </search>
      {!payments && <PendingQuery query={query} />}
      {payments?.length === 0 && (
        <Empty
          icon="request"
          title={t(state === "open" ? "admin.unexplained.none" : "admin.unexplained.noneCleared")}
        />
      )}
      <ul className={styles.list}>
        {payments?.map((payment) => (
          <PaymentCard key={payment.entry_id} payment={payment} />
        ))}
      </ul>
      <div className={styles.more}>
        <ShowMore query={query} />
      </div>
      <p>
        <LocaleLink to="/admin/requests">{t("admin.unexplained.requests")}</LocaleLink>
      </p>
    </>
  );
}

function PaymentCard({ payment }: { payment: UnexplainedPayment }) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const [isClearing, setClearing] = useState(false);
  const { kind, amount, currency, day, description, cleared, can } = payment;
  const place = payment.holder_type === "user" ? "user" : "company";
  return (
    <li className={styles.request}>
      <div>
        <p className={styles.who}>
          {place === "user" ? (
            <LocaleLink to={`/admin/user/${payment.holder_id}/profile`}>{payment.holderName}</LocaleLink>
          ) : (
            payment.holderName
          )}
          {payment.client_number && (
            <span className="small">{t("admin.requests.clientNumber", { number: payment.client_number })}</span>
          )}
        </p>
        <p className={styles.text}>
          {t(`admin.unexplained.kind.${kind}`)} {formatMoney(language, amount.replace(/^-/, ""), currency)}
        </p>
        <p className="small">
          {t("admin.unexplained.booked", { day: formatDay(language, day) })}
          {description && ` · ${description}`}
        </p>
        <Named payment={payment} />
        <MayExplain payment={payment} />
        {cleared && (
          <p className="small">
            {t("admin.unexplained.clearedBy", {
              name: cleared.by,
              time: formatMoment(language, cleared.at),
              reason: cleared.reason,
            })}
          </p>
        )}
      </div>
      {(can.clear || can.reopen) && (
        <div className={styles.actions}>
          {can.clear && (
            <Button size="sm" variant="default" onClick={() => setClearing(true)}>
              {t("admin.unexplained.clear")}
            </Button>
          )}
          {can.reopen && (
            <Button
              size="sm"
              variant="default"
              onClick={() =>
                void runChange(async (api) => {
                  await api.payments.clearUnexplained({
                    params: { entryId: payment.entry_id },
                    body: { state: "open" },
                  });
                  alert.success(t("admin.unexplained.reopened"));
                })
              }
            >
              {t("admin.unexplained.reopen")}
            </Button>
          )}
        </div>
      )}
      {isClearing && <ClearDialog payment={payment} onClose={() => setClearing(false)} />}
    </li>
  );
}

/** Whom its text names: a closed request, or another client. */
function Named({ payment: { names } }: { payment: UnexplainedPayment }) {
  const t = useText();
  return names.map(({ request_id, state, holderName, holder_type, holder_id }) => (
    <p key={`${request_id} ${holder_type} ${holder_id}`} className={styles.who}>
      <StatusBadge status={state ?? "other"} colour="orange">
        {request_id === null || state === null
          ? t("admin.unexplained.namesHolder", { holder: holderName })
          : t("admin.unexplained.namesRequest", {
              id: String(request_id),
              holder: holderName,
              state: t(`admin.requests.state.${state}`),
            })}
      </StatusBadge>
    </p>
  ));
}

/** The client's requests that it may belong to, each to match it with. */
function MayExplain({ payment }: { payment: UnexplainedPayment }) {
  const t = useText();
  const language = useLanguage();
  const [chosen, setChosen] = useState<UnexplainedPayment["requests"][number]>();
  const { kind, currency, requests, entry_id: entryId, can } = payment;
  const close = () => setChosen(undefined);
  if (requests.length === 0) return null;
  return (
    <>
      <p className="small">{t("admin.unexplained.mayBe")}</p>
      <ul className={styles.candidates}>
        {requests.map((one) => (
          <li key={one.id}>
            <p className={styles.who}>
              {t("admin.unexplained.request", {
                sum: formatMoney(language, one.sum, currency),
                day: formatMoment(language, one.created_at),
                state: t(`admin.requests.state.${one.state}`),
              })}
              {one.isNamed && (
                <StatusBadge status="reference" colour="green">
                  {t("admin.payments.byReference")}
                </StatusBadge>
              )}
              <StatusBadge
                status={one.sameAmount ? "same" : "other"}
                colour={one.sameAmount ? requestColours.done : "orange"}
              >
                {t(one.sameAmount ? "admin.payments.sameAmount" : "admin.payments.otherAmount")}
              </StatusBadge>
            </p>
            {can.clear && (
              <Button size="compact-sm" variant="default" onClick={() => setChosen(one)}>
                {t("admin.unexplained.match")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && kind === "fee" && (
        <FeeDialog
          request={{ id: chosen.id, withdrawal: { fee: chosen.rest }, transactionInfo: { currency } }}
          entryId={entryId}
          onClose={close}
        />
      )}
      {chosen && kind !== "fee" && (
        <MatchDialog
          request={{ id: chosen.id, type: kind, transactionInfo: { sum: chosen.sum, currency } }}
          entryId={entryId}
          onClose={close}
        />
      )}
    </>
  );
}

function ClearDialog({ payment, onClose }: { payment: UnexplainedPayment; onClose: () => void }) {
  const t = useText();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const clear = useChange(
    (api, said: string) =>
      api.payments.clearUnexplained({
        params: { entryId: payment.entry_id },
        body: { state: "cleared", reason: said },
      }),
    {
      onSuccess: () => {
        alert.success(t("admin.unexplained.clearDone"));
        onClose();
      },
    },
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const said = reason.trim();
    setMissing(said === "");
    if (said === "") focusMarked(event.currentTarget);
    if (said !== "" && !clear.isPending) clear.mutate(said);
  }
  return (
    <Dialog opened onClose={onClose} title={t("admin.unexplained.clearTitle")}>
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        {clear.error && <Notice tone="failed">{errorText(t, clear.error)}</Notice>}
        <ReasonField
          description={t("admin.unexplained.clearHint")}
          value={reason}
          isMissing={isMissing}
          onChange={setReason}
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose} disabled={clear.isPending}>
            {t("ui.action.cancel")}
          </Button>
          <Button type="submit" loading={clear.isPending}>
            {t("admin.unexplained.clear")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
