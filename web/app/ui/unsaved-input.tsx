/** Input in a dialog or sheet: Escape, the backdrop and the close button ask before it is lost. */

import { type FocusEvent, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import styles from "./overlay.module.css";
import { useText } from "./text.tsx";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const notTyped = new Set(["checkbox", "radio", "button", "submit", "file", "hidden", "range", "color"]);
const isTyped = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !notTyped.has(target.type));

const isReadOnly = (field: Field): boolean => "readOnly" in field && field.readOnly;

/** `savesDraft`: the input is kept as a draft anyway, so nothing is lost. */
export function useUnsavedInput(onClose: () => void, savesDraft: boolean) {
  // Each visited field with its previous content.
  const before = useRef(new Map<Field, string>());
  const [asks, setAsks] = useState(false);
  const isAnythingTyped = () =>
    [...before.current].some(
      ([field, value]) => field.isConnected && !isReadOnly(field) && field.value !== value && field.value.trim() !== "",
    );
  return {
    asks,
    onFocus: ({ target }: FocusEvent) => {
      if (isTyped(target) && !before.current.has(target)) before.current.set(target, target.value);
    },
    close: () => {
      if (asks) return setAsks(false);
      if (!savesDraft && isAnythingTyped()) return setAsks(true);
      before.current.clear();
      onClose();
    },
    keep: () => setAsks(false),
    discard: () => {
      before.current.clear();
      setAsks(false);
      onClose();
    },
  };
}

/** The question at the bottom of the dialog. */
export function DiscardPrompt({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const t = useText();
  return (
    <Notice tone="attention" title={t("ui.typed.title")}>
      <p>{t("ui.typed.text")}</p>
      <div className={styles.actions}>
        <Button variant="default" onClick={onDiscard}>
          {t("ui.typed.discard")}
        </Button>
        <Button onClick={onKeep} ref={(button) => button?.focus()}>
          {t("ui.typed.keep")}
        </Button>
      </div>
    </Notice>
  );
}
