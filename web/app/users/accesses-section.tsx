/** Which members of staff looked at what is the person's, when, and why. */
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "../shell/api.tsx";
import { useProfile } from "../shell/session.ts";
import { RecordTime } from "../ui/dates.tsx";
import { Section } from "../ui/section.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./profile.module.css";

/** Parts of the portal as people call them; what has no name of its own is "the account". */
const parts = ["portfolios", "forms", "files", "users", "companies", "notifications"] as const;
const partOf = (what: string): (typeof parts)[number] | "other" =>
  parts.find((part) => what.startsWith(`${part}.`)) ?? "other";

export function AccessesSection() {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const query = useInfiniteQuery({
    queryKey: ["users", id, "accesses"],
    queryFn: ({ pageParam, signal }) =>
      api.users.listAccesses({
        params: { id },
        query: { limit: 20, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const rows = query.data?.pages.flatMap(({ accesses }) => accesses);
  return (
    <Section title={t("users.accesses.title")} hint={t("users.accesses.hint")}>
      {query.isError && !rows && <LoadFailed retry={() => void query.refetch()} retrying={query.isFetching} />}
      {!rows && !query.isError && <Loading />}
      {rows?.length === 0 && <p className={styles.small}>{t("users.accesses.none")}</p>}
      {rows && rows.length > 0 && (
        <ul className={styles.accesses}>
          {rows.map((row) => (
            <li key={`${row.at} ${row.what} ${row.staff}`}>
              <RecordTime at={row.at} />
              <span>
                {row.kind === "viewAs"
                  ? t("users.accesses.viewAs", { staff: row.staff })
                  : t(`users.accesses.part.${partOf(row.what)}`, { staff: row.staff })}
                {row.company && <small>{row.company}</small>}
                {row.reason && <small>{t("users.accesses.reason", { reason: row.reason })}</small>}
              </span>
            </li>
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
