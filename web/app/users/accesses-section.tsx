/** Which members of staff viewed the person's data, when, and why. */

import type { UserData } from "@portico/api/users.ts";
import { useApi } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { usePages } from "../shell/calls/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { MomentRange } from "../ui/dates.tsx";
import { Section } from "../ui/section.tsx";
import { type Translate, useText } from "../ui/text.tsx";
import { type AccessGroup, groupAccesses, type Part } from "./access-groups.ts";
import styles from "./profile.module.css";

/** A view-as is dozens of entries, and one line. */
const entriesAtOnce = 200;

export function AccessesSection({ of: { id, client_number } }: { of: Pick<UserData, "id" | "client_number"> }) {
  const t = useText();
  const api = useApi();
  const query = usePages(api.users.listAccesses, { params: { id }, query: { limit: entriesAtOnce } });
  const rows = query.data?.rows;
  return (
    <Section title={t("users.accesses.title")} hint={t("users.accesses.hint")}>
      {!rows && <PendingQuery query={query} />}
      {rows?.length === 0 && <p className={styles.small}>{t("users.accesses.none")}</p>}
      {rows && rows.length > 0 && (
        <ul className={styles.accesses}>
          {groupAccesses(rows, { hasPortfolio: client_number !== null }).map((group) => (
            <Line key={group.key} group={group} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="sm"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
        >
          {t("users.accesses.more")}
        </Button>
      )}
    </Section>
  );
}

function Line({ group }: { group: AccessGroup }) {
  const t = useText();
  const { staff, company, viewAs, from, to } = group;
  const seen = [...group.parts].map(([part, count]) => ({ part, count }));
  const [first] = seen;
  return (
    <li data-view-as={viewAs ? true : undefined}>
      <p>
        {viewAs || !first ? t("users.accesses.viewAs", { staff }) : t(`users.accesses.part.${first.part}`, { staff })}
      </p>
      {viewAs?.reason && <p className={styles.reason}>{t("users.accesses.reason", { reason: viewAs.reason })}</p>}
      {viewAs && seen.length > 0 && (
        <p className={styles.small}>{t("users.accesses.during", { parts: listed(t, seen) })}</p>
      )}
      <p className={styles.small}>
        {[company, viewAs ? null : timesOf(t, first?.count ?? 1)].filter(Boolean).map((word) => `${word} · `)}
        <MomentRange from={from} to={to} />
      </p>
    </li>
  );
}

const timesOf = (t: Translate, count: number): string | null =>
  count > 1 ? t("users.accesses.times", { count }) : null;

const listed = (t: Translate, seen: { part: Part; count: number }[]): string =>
  seen
    .map(({ part, count }) => {
      const noun = t(`users.accesses.noun.${part}`);
      return count > 1 ? t("users.accesses.partTimes", { part: noun, count }) : noun;
    })
    .join(", ");
