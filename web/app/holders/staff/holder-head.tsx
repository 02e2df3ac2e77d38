/** Who it is about, on every page of a client for staff: how to reach them, who looks after them, what is open. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { useText } from "../../ui/text.tsx";
import { useHolderRecord } from "./holder-address.ts";
import styles from "./holder-head.module.css";
import { ListedStateBadge } from "./listed-state.tsx";
import { WriteTo } from "./write-to.tsx";

/** What waits for staff, with the section where it is done. */
function useOpenWork({ holderType, holderId }: Holder) {
  const api = useApi();
  const of = { holder_type: holderType, holder_id: holderId, limit: 1 };
  const tickets = useCall(api.tickets.listAll, { query: { ...of, queue: "waiting" } });
  const contracts = useCall(api.contracts.listAll, { query: { ...of, state: "awaitingAdmin" } });
  return [
    { section: "tickets", count: tickets.data?.count ?? 0 },
    { section: "contracts", count: contracts.data?.count ?? 0 },
  ] as const;
}

export function HolderHead({ holder }: { holder: Holder }) {
  const t = useText();
  const { holderType, holderId } = holder;
  const { name, clientNumber, isStaff, query } = useHolderRecord(holder);
  const work = useOpenWork(holder).filter(({ count }) => count > 0);
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
        <span>
          {clientNumber ? t("shell.account.clientNumber", { number: clientNumber }) : t("shell.account.noClientNumber")}
        </span>
        {person?.phone && <a href={`tel:${person.phone.replaceAll(/[^+\d]/g, "")}`}>{person.phone}</a>}
        {spoken && <span>{t(`shell.language.${spoken}`)}</span>}
        {!isStaff && (
          <span>{colleague ? `${t("admin.lists.colleague")}: ${colleague.name}` : t("admin.lists.noColleague")}</span>
        )}
        {work.map(({ section, count }) => (
          <LocaleLink key={section} to={pathOf(section)}>
            {t(`admin.head.open.${section}`, { count })}
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
