/** A change of many: the fields that it needs, what it will do to whom, and the confirmation. */

import { bulkLimit, undoSeconds } from "@portico/api/bulk-changes/limits.ts";
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import { ApiError } from "@portico/api/errors.ts";
import { type ReactNode, useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Loading } from "../../../ui/states.tsx";
import { useText } from "../../../ui/text.tsx";
import { errorText } from "../../calls/api.tsx";
import { useChange } from "../../calls/use-change.ts";
import { alert } from "../../dialogs/alert.ts";
import { LeftOutList, leftText } from "./left-out.tsx";
import styles from "./queue.module.css";
import { offerUndo } from "./undo.ts";

interface ChangeDialogProps {
  title: string;
  /** Undefined until the fields say what is to be done. */
  change: BulkChange | undefined;
  /** Adds what does not decide who is found, such as words that are typed: it needs no new preview. */
  complete?: (change: BulkChange) => BulkChange;
  /** What is to be added is not typed yet. */
  isIncomplete?: boolean;
  /** The text of the button that makes the change. */
  confirmText: (count: number) => string;
  /** What the undo bar says was done. */
  doneText: (count: number) => string;
  /** The fields. */
  children: ReactNode;
  onClose: () => void;
  onDone: () => void;
}

export function ChangeDialog(props: ChangeDialogProps) {
  const { title, change, complete = (one) => one, isIncomplete = false, confirmText, doneText } = props;
  const { children, onClose, onDone } = props;
  const t = useText();
  const {
    data: seen,
    error: seenError,
    mutate: look,
    isPending: isLooking,
  } = useChange((api, asked: BulkChange) => api.bulkChanges.preview({ body: asked }));
  const asked = JSON.stringify(change);
  useEffect(() => {
    if (asked !== undefined) look(JSON.parse(asked) as BulkChange);
  }, [asked, look]);
  const make = useChange(
    (api, { wanted, set }: { wanted: BulkChange; set: string }) =>
      api.bulkChanges.make({ body: { change: wanted, set } }),
    {
      onSuccess: ({ id, changed, left, left_count }) => {
        if (left_count > 0)
          alert.warning(
            t("admin.queue.someLeft", { count: left_count, names: left.map((one) => leftText(t, one)).join(", ") }),
          );
        if (changed > 0) offerUndo({ id, text: doneText(changed), until: Date.now() + undoSeconds * 1000 });
        onDone();
        onClose();
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === "selectionChanged" && change) look(change);
      },
    },
  );
  const error = make.error ?? seenError;
  const count = seen?.change_count ?? 0;
  return (
    <Dialog opened onClose={onClose} title={title}>
      {children}
      <div className={styles.preview} aria-busy={isLooking}>
        {change && !seen && isLooking && <Loading />}
        {change && seen && (
          <>
            <output>{t("admin.queue.willChange", { count })}</output>
            {seen.more && <Notice tone="attention">{t("admin.queue.first", { count: bulkLimit })}</Notice>}
            <ul>
              {seen.changes.map((one) => (
                <li key={one.id}>
                  {leftText(t, one)}
                  {one.from !== null && <small> {t("admin.queue.now", { name: one.from })}</small>}
                </li>
              ))}
              {count > seen.changes.length && (
                <li>{t("admin.assign.andMore", { count: count - seen.changes.length })}</li>
              )}
            </ul>
            <LeftOutList left={seen.left} count={seen.left_count} />
          </>
        )}
      </div>
      {error && <Notice tone="failed">{errorText(t, error)}</Notice>}
      <DialogActions onCancel={onClose} busy={make.isPending}>
        <Button
          loading={make.isPending}
          disabled={!change || !seen || isLooking || isIncomplete || count === 0}
          onClick={() => change && seen && make.mutate({ wanted: complete(change), set: seen.set })}
        >
          {confirmText(count)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
