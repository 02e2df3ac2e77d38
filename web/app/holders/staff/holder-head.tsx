/** Who it is about, on every page of a client for staff: how to reach them, who looks after them, what is open. */
import type { Holder } from "@portico/api/shapes.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import { useHolderRecord } from "./holder-address.ts";
import styles from "./holder-head.module.css";
import { ListedStateBadge } from "./listed-state.tsx";
import { useOpenWork } from "./use-open-work.ts";
import { WriteTo } from "./write-to.tsx";

export function HolderHead({ holder }: { holder: Holder }) {
  const t = useText();
  const { holderType, holderId } = holder;
  const { name, clientNumber, isStaff, query } = useHolderRecord(holder);
  const work = useOpenWork(holder, !isStaff);
  const record = query.data;
  // What is below does not move when it comes.
  if (!record) return <header className={styles.head} />;
  const pathOf = (section: string) => `/admin/${holderType}/${holderId}/${section}`;
  const person = "phone" in record ? record : undefined;
  const spoken = person?.preferences.language;
  const colleague = record.assigned_to;
  return (
    <header className={styles.head}>
      <p className={styles.facts}>
        <strong>{name || t("shell.account.newCompany")}</strong>
        {!isStaff && <ListedStateBadge holderType={holderType} state={record.listed_state ?? record.state} />}
        {record.held && (
          <LocaleLink to={pathOf("rights")}>
            <StatusBadge status="held" colour="orange">
              {t("admin.rights.held")}
            </StatusBadge>
          </LocaleLink>
        )}
        <span>
          {clientNumber ? t("shell.account.clientNumber", { number: clientNumber }) : t("shell.account.noClientNumber")}
        </span>
        {person?.phone && <a href={`tel:${person.phone.replaceAll(/[^+\d]/g, "")}`}>{person.phone}</a>}
        {spoken && <span>{t(`shell.language.${spoken}`)}</span>}
        {!isStaff && (
          <span>{colleague ? `${t("admin.lists.colleague")}: ${colleague.name}` : t("admin.lists.noColleague")}</span>
        )}
        {work.map(({ kind, count, to }) => (
          <LocaleLink key={kind} to={to}>
            {t(`admin.head.open.${kind}`, { count })}
          </LocaleLink>
        ))}
        {(record.listed_state === "pendingKYC" || record.listed_state === "submittedReKYC") && (
          <LocaleLink to={pathOf("review")}>{t("admin.head.open.form")}</LocaleLink>
        )}
      </p>
      {!isStaff && <WriteTo holder={holder} />}
    </header>
  );
}
