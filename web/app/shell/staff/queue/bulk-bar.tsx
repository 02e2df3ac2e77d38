/** What can be done with the selected rows. */
import { Button } from "../../../ui/button.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "../lists/lists.module.css";
import type { QueueAction } from "./queue-props.ts";

interface BulkBarProps {
  count: number;
  isAll: boolean;
  /** How many match the filter, if more than are selected; undefined if the queue cannot select them. */
  matching: { count: number; isCapped: boolean } | undefined;
  onChooseMatching: () => void;
  onClear: () => void;
  actions: readonly QueueAction[];
  onAct: (action: QueueAction) => void;
}

export function BulkBar({ count, isAll, matching, onChooseMatching, onClear, actions, onAct }: BulkBarProps) {
  const t = useText();
  if (count === 0) return null;
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t("admin.lists.bulk")}>
      <output>{isAll ? t("admin.queue.allChosen") : t("admin.lists.chosen", { count })}</output>
      <span>
        {!isAll && matching && matching.count > count && (
          <Button size="sm" variant="subtle" onClick={onChooseMatching}>
            {t(matching.isCapped ? "admin.queue.chooseMatchingCapped" : "admin.queue.chooseMatching", {
              count: matching.count,
            })}
          </Button>
        )}
        <Button size="sm" variant="subtle" onClick={onClear}>
          {t("admin.lists.chooseNone")}
        </Button>
        {actions.map((action, at) => (
          <Button key={action.id} size="sm" variant={at === 0 ? "filled" : "default"} onClick={() => onAct(action)}>
            {action.label}
          </Button>
        ))}
      </span>
    </div>
  );
}
