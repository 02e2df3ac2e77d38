/** A dialog for a short form or a decision. What asks only yes or no is a confirmation (shell/confirmation.ts). */
import { Button, Modal } from "@mantine/core";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { canFocus, rememberFocus } from "./focus-back.ts";
import styles from "./overlay.module.css";
import { useText } from "./text.tsx";
import { DiscardWords, useTypedWords } from "./typed-words.tsx";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  /** What is typed in it is kept as a draft, so that it closes unasked. */
  keepsWords?: boolean;
}

const fields =
  'input:not([type="radio"], [type="hidden"], :disabled), input:checked, textarea:not([aria-hidden]), select';

/** The focus begins at the first field, or at the first button under the words: not at the cross that closes. */
function beginInside(body: HTMLElement | null): void {
  if (!body || body.querySelector("[data-autofocus]")) return;
  const first = body.querySelector(fields) ?? body.querySelector("button:not(:disabled)");
  first?.setAttribute("data-autofocus", "");
}

export function Dialog({ opened, onClose, title, children, size = "md", keepsWords = false }: DialogProps) {
  const t = useText();
  const focused = useRef<HTMLElement>(null);
  const typed = useTypedWords(onClose, keepsWords);
  // Also of a dialog that is taken away while it is open, which Mantine would not notice.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    return rememberFocus();
  }, [opened]);
  // A button that is switched off while it is sent loses the focus, and gets it back where it did not go well.
  useEffect(() => {
    const { current } = focused;
    if (opened && document.activeElement === document.body && current && canFocus(current)) current.focus();
  });
  return (
    <Modal.Root opened={opened} onClose={typed.close} size={size} centered returnFocus={false}>
      <Modal.Overlay color="var(--backdrop)" backgroundOpacity={1} />
      <Modal.Content
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
          {typed.asks && <DiscardWords onKeep={typed.keep} onDiscard={typed.discard} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface DialogActionsProps {
  onCancel: () => void;
  /** What was asked for is on its way: too late to cancel. */
  busy?: boolean;
  /** The button that does it. */
  children: ReactNode;
}

/** At the foot of a dialog: out of it, or on. */
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
