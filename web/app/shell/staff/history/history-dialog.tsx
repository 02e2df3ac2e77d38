/** The history of what the firm configures: who changed it, when, what; a former value can be taken as a draft. */

import { isSameJson } from "@portico/api/rules/same-json.ts";
import type { Configured } from "@portico/api/settings/history.ts";
import { wordingOf } from "@portico/api/settings/history.ts";
import { Button } from "../../../ui/button.tsx";
import { RecordTime } from "../../../ui/dates.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { type PlainKey, useLanguage, useText } from "../../../ui/text.tsx";
import { useApi } from "../../calls/api.tsx";
import type { AnswerOf } from "../../calls/keys.ts";
import { PendingQuery, ShowMore } from "../../calls/query-states.tsx";
import { usePages } from "../../calls/use-pages.ts";
import styles from "./history.module.css";
import { isEachLanguage } from "./value-changes.ts";
import { ValueDiff } from "./value-diff.tsx";

export type Change = AnswerOf<ReturnType<typeof useApi>["settings"]["listHistory"]>["changes"][number];

export interface HistoryDialogProps {
  kind: Configured;
  /** Name of a setting, or the id of one of the others; all of the kind without it. */
  of?: string;
  title: string;
  /** What is in force. */
  current?: unknown;
  /** Takes a former value as a draft; not offered without it. */
  onRestore?: ((change: Change) => void) | undefined;
  /** Whether the change recorded a value that can be taken; all of them without it. */
  canRestore?: (change: Change) => boolean;
  onClose: () => void;
}

export default function HistoryDialog({
  kind,
  of,
  title,
  current,
  onRestore,
  canRestore = () => true,
  onClose,
}: HistoryDialogProps) {
  const t = useText();
  const api = useApi();
  const query = usePages(
    api.settings.listHistory,
    { params: { kind }, query: { limit: 20, ...(of !== undefined && { key: of }) } },
    // Changes of what is kept elsewhere do not make it stale.
    { staleTime: 0 },
  );
  const changes = query.data?.rows;
  return (
    <Dialog opened onClose={onClose} size="lg" title={t("admin.history.title", { name: title })}>
      {!changes && <PendingQuery query={query} />}
      {changes?.length === 0 && <p>{t("admin.history.none")}</p>}
      <ol className={styles.entries} reversed>
        {changes?.map((change) => (
          <li key={change.id}>
            <Entry
              change={change}
              isSetting={kind === "setting"}
              isInForce={of !== undefined && current !== undefined && isSameJson(change.after, current)}
              onRestore={canRestore(change) ? onRestore : undefined}
            />
          </li>
        ))}
      </ol>
      <ShowMore query={query} />
    </Dialog>
  );
}

interface EntryProps {
  change: Change;
  isSetting: boolean;
  isInForce: boolean;
  onRestore: HistoryDialogProps["onRestore"];
}

function Entry({ change, isSetting, isInForce, onRestore }: EntryProps) {
  const t = useText();
  const { at, by, action, before, after, key } = change;
  const isFirst = isSetting && (before === null || before === undefined);
  return (
    <>
      <div className={styles.head}>
        <p>
          <RecordTime at={at} /> · <span>{by ?? t("admin.history.system")}</span>{" "}
          {isInForce && (
            <StatusBadge status="inForce" colour="green">
              {t("admin.history.inForce")}
            </StatusBadge>
          )}
        </p>
        {onRestore && !isInForce && (
          <Button size="compact-sm" variant="default" onClick={() => onRestore(change)}>
            {t("admin.history.restore")}
          </Button>
        )}
      </div>
      {!isSetting && (
        <p>
          <What change={change} /> · {t(`admin.timeline.${wordingOf(action)}` as PlainKey)}
        </p>
      )}
      {isFirst && <p className="small">{t("admin.history.first")}</p>}
      <ValueDiff setting={isSetting ? key : undefined} before={before ?? {}} after={after ?? {}} />
    </>
  );
}

/** What was changed, by its name. */
function What({ change: { key, before, after } }: { change: Change }) {
  const own = useLanguage();
  const { name, title, label } = { ...(before as object), ...(after as object) } as Record<string, unknown>;
  const found = [title, label, name].find((one) => one !== undefined);
  return <strong>{isEachLanguage(found) ? (found[own] ?? key) : typeof found === "string" ? found : key}</strong>;
}
