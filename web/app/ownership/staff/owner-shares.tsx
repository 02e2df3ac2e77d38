/** Staff: shares of a company's owners, as the form states them and as colleagues confirmed them. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { ownership, StatedOwner } from "@portico/api/ownership.ts";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./owner-shares.module.css";
import { type EditedShare, ShareForm } from "./share-form.tsx";
import { useShareText } from "./share-text.ts";

type Shares = Answer<(typeof ownership)["list"]>;
type Share = Shares["shares"][number];

export function OwnerShares({ companyId }: { companyId: number }) {
  const t = useText();
  const api = useApi();
  const { data, error, isFetching, refetch } = useCall(api.ownership.list, { params: { id: companyId } });
  return (
    <Section title={t("admin.ownership.title")} hint={t("admin.ownership.hint")}>
      {data ? (
        <Lists companyId={companyId} data={data} />
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function Lists({ companyId, data }: { companyId: number; data: Shares }) {
  const t = useText();
  const [edited, setEdited] = useState<EditedShare | null>(null);
  const { shares, form, former, can } = data;
  const unconfirmed = form?.owners.filter((owner) => !isConfirmed(owner, shares)) ?? [];
  return (
    <>
      {shares.length === 0 && <p className={styles.muted}>{t("admin.ownership.none")}</p>}
      <ul className={styles.list}>
        {shares.map((share) => (
          <li key={share.id}>
            <ConfirmedShare share={share} form={form} />
            {can.change && (
              <Actions companyId={companyId} share={share} onCorrect={() => setEdited({ kind: "correct", share })} />
            )}
          </li>
        ))}
      </ul>
      {form && unconfirmed.length > 0 && (
        <>
          <h3 className={styles.heading}>{t("admin.ownership.stated", { number: form.revision })}</h3>
          <ul className={styles.list}>
            {unconfirmed.map((owner) => (
              <li key={owner.owner}>
                <Stated owner={owner} />
                {can.change && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t("admin.ownership.confirmOf", { name: owner.name })}
                    onClick={() => setEdited({ kind: "stated", owner, revision: form.revision })}
                  >
                    {t("admin.ownership.confirm")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {can.change &&
        (edited ? (
          <ShareForm
            key={JSON.stringify(edited)}
            companyId={companyId}
            edited={edited}
            shares={shares}
            onDone={() => setEdited(null)}
          />
        ) : (
          <Button size="sm" variant="default" onClick={() => setEdited({ kind: "new" })}>
            {t("admin.ownership.add")}
          </Button>
        ))}
      {former.length > 0 && <Former former={former} />}
    </>
  );
}

/** One is held as the form says: there is nothing to confirm. */
const isConfirmed = ({ owner }: StatedOwner, shares: readonly Share[]): boolean =>
  shares.some((share) => share.stated_owner === owner && share.until === null && share.form_says === null);

function ConfirmedShare({ share, form }: { share: Share; form: Shares["form"] }) {
  const t = useText();
  const text = useShareText();
  const { owner, confirmed_at: at, confirmed_by: by, revision, form_says: says } = share;
  return (
    <div className={styles.share}>
      <LocaleLink to={`/admin/user/${owner.id}/profile`}>{owner.name}</LocaleLink>
      <span>{text.held(share)}</span>
      <small>
        {t("admin.ownership.confirmedBy", { by })} · <RecordTime at={at} />
        {revision !== null && ` · ${t("admin.ownership.byForm", { number: revision })}`}
      </small>
      {says !== null && form && (
        <Notice tone="attention">
          {says === "0"
            ? t("admin.ownership.gone", { number: form.revision })
            : t("admin.ownership.differs", { number: form.revision, percent: text.percent(says) })}
        </Notice>
      )}
    </div>
  );
}

function Stated({ owner: { name, percent, suggested } }: { owner: StatedOwner }) {
  const t = useText();
  const text = useShareText();
  return (
    <div className={styles.share}>
      <span>
        {name} · {text.percent(percent)}
      </span>
      <small>{suggested ? t("admin.ownership.suggested", suggested) : t("admin.ownership.unknownPerson")}</small>
    </div>
  );
}

function Actions({ companyId, share, onCorrect }: { companyId: number; share: Share; onCorrect: () => void }) {
  const t = useText();
  const runChange = useRunChange();
  const guarded = useFourEyesTexts();
  const { name } = share.owner;
  const askToRemove = () =>
    openConfirmation({
      title: t("admin.ownership.removeTitle", { name }),
      ...guarded(t("admin.ownership.removeText"), t("admin.ownership.remove")),
      destructive: true,
      action: async (reason) => {
        const params = { id: companyId, shareId: share.id };
        const { proposalId } = await runChange((api) =>
          api.ownership.remove({ params, body: { ...(reason !== undefined && { reason }) } }),
        );
        if (proposalId !== null) alert.success(t("admin.transition.proposed"));
      },
    });
  return (
    <div className={styles.actions}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t("admin.ownership.correctOf", { name })}
        onClick={onCorrect}
      >
        {t("admin.ownership.correct")}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={askToRemove}>
        {t("admin.ownership.remove")}
      </Button>
    </div>
  );
}

/** What counts no longer, and who changed it. */
function Former({ former }: { former: Shares["former"] }) {
  const t = useText();
  const text = useShareText();
  return (
    <details className={styles.former}>
      <summary>{t("admin.ownership.former")}</summary>
      <ul className={styles.list}>
        {former.map((share) => (
          <li key={share.id}>
            <div className={styles.share}>
              <span>
                {share.owner.name} · {text.held(share)}
              </span>
              <small>
                {t("admin.ownership.confirmedBy", { by: share.confirmed_by })} ·{" "}
                {t(share.removed ? "admin.ownership.wasRemoved" : "admin.ownership.wasCorrected", {
                  by: share.replaced_by,
                })}
                {" · "}
                <RecordTime at={share.replaced_at} />
              </small>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
