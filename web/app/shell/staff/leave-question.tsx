/** Asks before a page with unsaved input is left for another one. */
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { useText } from "../../ui/text.tsx";
import type { LeaveQuestionProps } from "../guard/leave-guard.tsx";

export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  const t = useText();
  return (
    <Dialog opened onClose={onStay} title={t("admin.leave.title")} size="sm">
      <p>{t("admin.leave.text")}</p>
      <DialogActions onCancel={onStay}>
        <Button onClick={onLeave}>{t("admin.leave.confirm")}</Button>
      </DialogActions>
    </Dialog>
  );
}
