/** Entries of the accounts where clients' money lies together: each is booked for a client, or is the firm's own. */
import type { BankEntry } from "@portico/api/payments/bank-entries.ts";
import { bankEntryStates } from "@portico/api/rules/bank-entries.ts";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { HolderSearch } from "../../holders/staff/holder-search.tsx";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusMarked } from "../../ui/focus-marked.ts";
import { formatDay, formatMoment, formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ReasonField } from "./reason-field.tsx";
import styles from "./requests.module.css";

export default function BankEntriesPage() {
  const t = useText();
  const api = useApi();
  const [params] = useSearchParams();
  const state = bankEntryStates.find((each) => each === params.get("state")) ?? "open";
  const query = usePages(api.payments.listBankEntries, { query: { state, limit: 50 } });
  const entries = query.data?.rows;
  return (
    <>
      <PageTitle>{t("admin.bankEntries.title")}</PageTitle>
      <BackLink to="/admin/requests">{t("admin.requests.title")}</BackLink>
      <PageHead title={t("admin.bankEntries.title")}>{t("admin.bankEntries.lead")}</PageHead>
      <div className={styles.tabs}>
        <SectionPicker
          label={t("admin.bankEntries.tabs")}
          current={state}
          sections={bankEntryStates.map((id) => ({
            id,
            to: id === "open" ? "?" : `?state=${id}`,
            label: t(`admin.bankEntries.state.${id}`),
            ...(id === "open" && { count: query.data?.pages[0]?.open }),
          }))}
        />
      </div>
      {!entries && <PendingQuery query={query} />}
      {entries?.length === 0 && <Empty icon="request" title={t(`admin.bankEntries.none.${state}`)} />}
      <ul className={styles.list}>
        {entries?.map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </ul>
      <div className={styles.more}>
        <ShowMore query={query} />
      </div>
    </>
  );
}

type Action = "assign" | "keep" | "reopen";
const actions = ["assign", "keep", "reopen"] as const;

function EntryCard({ entry }: { entry: BankEntry }) {
  const t = useText();
  const language = useLanguage();
  const [action, setAction] = useState<Action>();
  const { amount, currency, day, bank, account, counterparty, counterpartyAccount, ownReference, text } = entry;
  const possible = actions.filter((one) => entry.can[one]);
  return (
    <li className={styles.request}>
      <div>
        <p className={styles.who}>
          {counterparty ?? t("admin.bankEntries.nobody")}
          {counterpartyAccount && <span className="small">{counterpartyAccount}</span>}
          {(entry.isReversal || entry.returnReason !== null) && (
            <StatusBadge status="returned" colour="orange">
              {t("admin.bankEntries.returned", { reason: entry.returnReason ?? "" })}
            </StatusBadge>
          )}
        </p>
        <p className={styles.text}>{formatMoney(language, amount, currency)}</p>
        <p className="small">{[ownReference, text].filter(Boolean).join(" · ")}</p>
        <p className="small">{t("admin.bankEntries.booked", { day: formatDay(language, day), bank, account })}</p>
        {entry.holder && <p className="small">{t("admin.bankEntries.for", { name: entry.holder.name })}</p>}
        {entry.decided && (
          <p className="small">
            {t("admin.bankEntries.decided", {
              name: entry.decided.by,
              time: formatMoment(language, entry.decided.at),
              reason: entry.decided.reason,
            })}
          </p>
        )}
      </div>
      {possible.length > 0 && (
        <div className={styles.actions}>
          {possible.map((one) => (
            <Button key={one} size="sm" variant="default" onClick={() => setAction(one)}>
              {t(`admin.bankEntries.${one}`)}
            </Button>
          ))}
        </div>
      )}
      {action && <ActionDialog entry={entry} action={action} onClose={() => setAction(undefined)} />}
    </li>
  );
}

interface Chosen {
  holderType: "user" | "company";
  holderId: number;
}

function ActionDialog({ entry, action, onClose }: { entry: BankEntry; action: Action; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const [reason, setReason] = useState("");
  const [holder, setHolder] = useState<Chosen>();
  const [isTried, setTried] = useState(false);
  const params = { entryId: entry.id };
  const change = useChange(
    async (api, said: string) => {
      if (action === "keep") return api.payments.keepBankEntry({ params, body: { reason: said } });
      if (action === "reopen") return api.payments.reopenBankEntry({ params, body: { reason: said } });
      return api.payments.assignBankEntry({
        params,
        body: { ...(holder ?? { holderType: "user", holderId: 0 }), reason: said },
      });
    },
    {
      onSuccess: () => {
        alert.success(t(`admin.bankEntries.done.${action}`));
        onClose();
      },
    },
  );
  const isComplete = reason.trim() !== "" && (action !== "assign" || holder !== undefined);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (!isComplete) focusMarked(event.currentTarget);
    else if (!change.isPending) change.mutate(reason.trim());
  }
  return (
    <Dialog opened onClose={onClose} title={t(`admin.bankEntries.${action}`)}>
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        {change.error && <Notice tone="failed">{errorText(t, change.error)}</Notice>}
        <p>
          <strong>{formatMoney(language, entry.amount, entry.currency)}</strong>
          {[entry.counterparty, entry.ownReference, entry.text].filter(Boolean).map((one) => ` · ${one}`)}
        </p>
        {action === "assign" && (
          <>
            {(["user", "company"] as const).map((wanted) => (
              <HolderSearch
                key={wanted}
                wanted={wanted}
                size="sm"
                label={t(`admin.bankEntries.${wanted}`)}
                value={holder?.holderType === wanted ? holder.holderId : null}
                without={[]}
                onChange={(id) => setHolder(id === null ? undefined : { holderType: wanted, holderId: id })}
              />
            ))}
            {isTried && !holder && <Notice tone="failed">{t("admin.bankEntries.whom")}</Notice>}
          </>
        )}
        <ReasonField
          description={t(`admin.bankEntries.hint.${action}`)}
          isFirst={action !== "assign"}
          value={reason}
          isMissing={isTried}
          onChange={setReason}
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            {t("ui.action.cancel")}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t(`admin.bankEntries.${action}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
