/** Marks several requests as done, or declines them, with one message to each client. */
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { RequestState } from "@portico/api/rules/transaction-requests.ts";
import { type ReactNode, useState } from "react";
import { ChangeDialog } from "../../shell/staff/queue/change-dialog.tsx";
import type { QueueTarget } from "../../shell/staff/queue/queue-props.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { useText } from "../../ui/text.tsx";

interface HandleManyProps {
  /** Offers ready texts to decline with. */
  ready: (onInsert: (text: string) => void) => ReactNode;
  state: "done" | "declined";
  target: QueueTarget<{ state: RequestState }>;
  count: number;
  onClose: () => void;
  onDone: () => void;
}

export function HandleMany({ state, target, count, onClose, onDone, ready }: HandleManyProps) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const message = typed.trim();
  return (
    <ChangeDialog
      title={t("admin.requests.chosen", { count })}
      change={{ action: "handleRequests", of: target, state, message: "" }}
      complete={(change) => ("message" in change ? { ...change, message } : change)}
      isIncomplete={state === "declined" && message === ""}
      confirmText={(changed) => t(`admin.queue.handle.${state}`, { count: changed })}
      doneText={(changed) => t(`admin.queue.handled.${state}`, { count: changed })}
      onClose={onClose}
      onDone={onDone}
    >
      {state === "declined" &&
        ready((text) => setTyped((before) => (before.trim() === "" ? text : `${before.trimEnd()}\n\n${text}`)))}
      <LimitedTextarea
        name="staffMessage"
        label={t("admin.requests.answerLabel")}
        description={`${t(`admin.requests.answerHint.${state}`)} ${t("admin.queue.waits")}`}
        autosize
        minRows={3}
        maxRows={10}
        limit={messageMaxLength}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ChangeDialog>
  );
}
