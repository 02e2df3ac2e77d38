/** A dialog for a short form or a decision. A yes/no question is a confirmation (shell/confirmation.ts). */
import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { canFocus, rememberFocus } from "./focus-back.ts";
import styles from "./overlay.module.css";
import { useText } from "./text.tsx";
import { DiscardPrompt, useUnsavedInput } from "./unsaved-input.tsx";
import { useOpeningClick } from "./use-opening-click.ts";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  /** Its input is kept as a draft, so it closes without asking. */
  savesDraft?: boolean;
}

const fields =
  'input:not([type="radio"], [type="hidden"], :disabled), input:checked, textarea:not([aria-hidden]), select';

/** The focus starts at the first field, or at the first button below the text: not at the close button. */
function beginInside(body: HTMLElement | null): void {
  if (!body || body.querySelector("[data-autofocus]")) return;
  const first = body.querySelector(fields) ?? body.querySelector("button:not(:disabled)");
  first?.setAttribute("data-autofocus", "");
}

export function Dialog({ opened, onClose, title, children, size = "md", savesDraft = false }: DialogProps) {
  const t = useText();
  const focused = useRef<HTMLElement>(null);
  const typed = useUnsavedInput(onClose, savesDraft);
  useOpeningClick(opened);
  // Also for a dialog that is removed while open, which Mantine would not notice.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    return rememberFocus();
  }, [opened]);
  // A button disabled while sending loses the focus; it gets it back after a failure.
  useEffect(() => {
    const { current } = focused;
    if (opened && document.activeElement === document.body && current && canFocus(current)) current.focus();
  });
  return (
    <Modal.Root opened={opened} onClose={typed.close} size={size} centered returnFocus={false}>
      <Modal.Overlay color="var(--backdrop)" backgroundOpacity={1} />
      <Modal.Content
        className={styles.content ?? ""}
        radius="lg"
        onFocus={(event) => {
          focused.current = event.target;
          typed.onFocus(event);
        }}
      >
        <div className={styles.head}>
          <Modal.Title component="h2">{title}</Modal.Title>
          <Modal.CloseButton aria-label={t("ui.action.close")} size="lg" />
        </div>
        <Modal.Body className={styles.body}>
          <div ref={beginInside}>{children}</div>
          {typed.asks && <DiscardPrompt onKeep={typed.keep} onDiscard={typed.discard} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface DialogActionsProps {
  onCancel: () => void;
  /** The request is being sent: too late to cancel. */
  busy?: boolean;
  /** The confirming button. */
  children: ReactNode;
}

/** The buttons of a dialog: cancel and confirm. */
export function DialogActions({ onCancel, busy, children }: DialogActionsProps) {
  const t = useText();
  return (
    <div className={styles.actions}>
      <Button variant="default" onClick={onCancel} disabled={busy ?? false}>
        {t("ui.action.cancel")}
      </Button>
      {children}
    </div>
  );
}
