/** Leads to the field for the answer: a button at the head of a ticket, and F2 from anywhere on its page. */
import { useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./tickets.module.css";

/** Of the composer's field on the page of a ticket. */
export const answerFieldId = "ticket-answer";
/** No character: it can be pressed while typing, and no speech input types it. */
export const answerKey = "F2";

const focusAnswer = () => document.getElementById(answerFieldId)?.focus();

export function ToAnswer() {
  const t = useText();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAlone = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
      if (event.key !== answerKey || !isAlone || document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      focusAnswer();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <Button variant="default" aria-keyshortcuts={answerKey} onClick={focusAnswer}>
      {t("tickets.toAnswer")}
      <kbd className={styles.key}>{answerKey}</kbd>
    </Button>
  );
}
