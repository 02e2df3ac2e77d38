/** The client next to what they wrote: number, state and last form. The page adds what it shows of other domains. */
import type { Holder } from "@portico/api/shapes.ts";
import type { ReactNode } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { RecordDate } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { statedText } from "../not-alone.tsx";
import { useHolderRecord } from "./holder-address.ts";
import styles from "./holder-summary.module.css";
import { ListedStateBadge } from "./listed-state.tsx";

export function HolderSummary({ holder, children }: { holder: Holder; children?: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const { holderType, holderId } = holder;
  const { name, clientNumber, isStaff, query } = useHolderRecord(holder);
  const type = holderType === "company" ? "companyKYC" : "KYC";
  const revisions = useCall(api.forms.listRevisions, { params: { ...holder, type } });
  const pathOf = (section: string) => `/admin/${holderType}/${holderId}/${section}`;
  const record = query.data;
  // What one of them writes may not bind the company alone.
  const limited =
    record && "representatives" in record
      ? record.representatives.filter(({ binds_alone: alone, stated }) => alone === false || stated?.limit)
      : [];
  const [last] = revisions.data ?? [];
  return (
    <aside className={styles.summary} aria-label={t("admin.summary.title")}>
      {record && revisions.data ? (
        <>
          <Section
            title={t("admin.summary.title")}
            actions={<LocaleLink to={pathOf("profile")}>{t("admin.summary.open")}</LocaleLink>}
          >
            <dl className={styles.facts}>
              <div>
                <dt>{t("admin.clients.name")}</dt>
                <dd>{name || t("shell.account.newCompany")}</dd>
              </div>
              <div>
                <dt>{t("admin.clients.clientNumber")}</dt>
                <dd>{clientNumber ?? t("admin.client.numberNone")}</dd>
              </div>
              {!isStaff && (
                <div>
                  <dt>{t("admin.holder.section.review")}</dt>
                  <dd>
                    <ListedStateBadge holderType={holderType} state={record.listed_state ?? record.state} />
                    {last ? (
                      <span>
                        <LocaleLink to={pathOf("review")}>{t("admin.summary.lastForm")}</LocaleLink>{" "}
                        <RecordDate at={last.submitted_at} />
                      </span>
                    ) : (
                      <span>{t("admin.summary.noForm")}</span>
                    )}
                  </dd>
                </div>
              )}
              {limited.length > 0 && (
                <div>
                  <dt>{t("admin.summary.jointly")}</dt>
                  {limited.map(({ id, name: of, stated }) => (
                    <dd key={id}>{`${of}: ${statedText(t, language, stated ?? null)}`}</dd>
                  ))}
                </div>
              )}
            </dl>
          </Section>
          {!isStaff && children}
        </>
      ) : (
        <PendingQuery query={record ? revisions : query} />
      )}
    </aside>
  );
}
