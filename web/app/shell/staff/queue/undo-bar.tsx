/** Offers to undo a change of many for a minute, on whatever page of staff. */
import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useText } from "../../../ui/text.tsx";
import { useCountdown } from "../../../ui/use-countdown.ts";
import { errorText } from "../../calls/api.tsx";
import { useChange } from "../../calls/use-change.ts";
import { alert } from "../../dialogs/alert.ts";
import { leftText } from "./left-out.tsx";
import styles from "./queue.module.css";
import { endUndo, type Undoable, useUndoable } from "./undo.ts";

export function UndoBar() {
  const undoable = useUndoable();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output holds text, and this a button
    <div className={styles.undoPlace} role="status" data-no-print>
      {undoable && <Offer key={undoable.id} undoable={undoable} />}
    </div>
  );
}

function Offer({ undoable: { id, text, until } }: { undoable: Undoable }) {
  const t = useText();
  const [seconds] = useState(() => Math.max(0, (until - Date.now()) / 1000));
  const [left] = useCountdown(seconds);
  useEffect(() => {
    if (left === 0) endUndo();
  }, [left]);
  const undo = useChange((calls) => calls.bulkChanges.undo({ params: { bulkChangeId: id }, body: {} }), {
    onSuccess: ({ undone, left: kept, left_count }) => {
      endUndo();
      if (left_count === 0) alert.success(t("admin.queue.undone", { count: undone }));
      else
        alert.warning(
          t("admin.queue.undonePart", {
            count: undone,
            left: left_count,
            names: kept.map((one) => leftText(t, one)).join(", "),
          }),
        );
    },
    onError: (error) => {
      endUndo();
      alert.error(errorText(t, error));
    },
  });
  return (
    <div className={styles.undo}>
      <p>{text}</p>
      <Button size="sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
        {t("admin.queue.undo")}
      </Button>
      {/* Counted for the eye: read aloud each second it would never end. */}
      <span aria-hidden="true">{t("admin.queue.seconds", { count: left })}</span>
    </div>
  );
}
