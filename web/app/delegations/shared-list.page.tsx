/** Whose papers others let the person read; the first page of who does nothing else in the portal. */
import type { Share } from "@portico/api/delegations.ts";
import { useEffect } from "react";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Day } from "../ui/dates.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "../ui/rows.module.css";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { BecomeClient } from "./become-client.tsx";
import { partsText } from "./parts-text.ts";
import { useShares } from "./use-delegations.ts";

export default function SharedListPage() {
  const t = useText();
  const navigate = useLocaleNavigate();
  const { shares, query } = useShares();
  // One holder may share parts one by one.
  const holders = new Map<string, Share[]>();
  for (const share of shares ?? []) {
    const path = `/shared/${share.holderType}/${share.holderId}`;
    holders.set(path, [...(holders.get(path) ?? []), share]);
  }
  const [only] = holders.size === 1 ? [...holders.keys()] : [];
  useEffect(() => {
    if (only !== undefined) navigate(only, { replace: true });
  }, [only, navigate]);
  return (
    <>
      <PageTitle>{t("shell.account.shared")}</PageTitle>
      <PageHead title={t("shell.account.shared")}>{t("reports.shared.lead")}</PageHead>
      <Section>
        {!shares && <PendingQuery query={query} />}
        {shares?.length === 0 && (
          <Empty icon="report" title={t("reports.shared.none")}>
            {t("reports.shared.noneExplain")}
          </Empty>
        )}
        <ul className={styles.list}>
          {[...holders].map(([path, own]) => (
            <HolderLine key={path} path={path} own={own} />
          ))}
        </ul>
      </Section>
      <BecomeClient />
    </>
  );
}

function HolderLine({ path, own }: { path: string; own: readonly Share[] }) {
  const t = useText();
  const [share] = own;
  if (!share) return null;
  const { name, holderType } = share;
  return (
    <li>
      <div className={styles.what}>
        <p>
          <Icon name={holderType === "user" ? "person" : "company"} size={16} />{" "}
          <LocaleLink to={path}>{name}</LocaleLink>
        </p>
        {own.map(({ id, parts, validTo }) => (
          <p key={id} className={styles.small}>
            {partsText(t, parts)} · {t("reports.access.until")} <Day day={validTo} />
          </p>
        ))}
      </div>
    </li>
  );
}
