/** The entries of a holding, newest first, page by page. */

import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { useFirmToday } from "../../shell/firm-day.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { EntryLine } from "../entries/entry-line.tsx";
import { useTransactions } from "../entries/use-entries.ts";
import styles from "./position.module.css";

export function PositionEntries({ instrumentId }: { instrumentId: number }) {
  const t = useText();
  const { from, to } = presetRange("all", useFirmToday());
  const { rows, error, isFetching, refetch, hasNextPage, fetchNextPage } = useTransactions({
    from,
    to,
    instrumentId,
    enabled: true,
  });
  if (!rows && error)
    return (
      <LoadFailed retry={() => void refetch()} retrying={isFetching}>
        {errorText(t, error)}
      </LoadFailed>
    );
  if (!rows) return <Loading />;
  if (rows.length === 0) return <Empty title={t("portfolios.entry.nonePosition")} />;
  return (
    <>
      <ul className={styles.entries}>
        {rows.map((row) => (
          <EntryLine key={row.id} row={row} />
        ))}
      </ul>
      {hasNextPage && (
        <p className={styles.more}>
          <Button variant="default" size="sm" loading={isFetching} onClick={() => void fetchNextPage()}>
            {t("ui.action.showMore")}
          </Button>
        </p>
      )}
    </>
  );
}
