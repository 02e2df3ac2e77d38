/** Copies a text that people would have to type elsewhere, and says so. */

import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useText } from "./text.tsx";

const shownMs = 2500;

/** `label` names what is copied, for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useText();
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<number>(undefined);
  const show = (next: "copied" | "failed") => {
    clearTimeout(timer.current);
    setState(next);
    timer.current = window.setTimeout(() => setState("idle"), shownMs);
  };
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => show("copied"),
      () => show("failed"),
    );
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t("ui.copy.label", { what: label })}
        leftSection={state === "copied" ? <Icon name="check" size={14} /> : undefined}
        data-no-print
        onClick={copy}
      >
        {t(state === "copied" ? "ui.copy.done" : state === "failed" ? "ui.copy.failed" : "ui.copy.action")}
      </Button>
      <output className="visually-hidden">
        {state === "copied" && t("ui.copy.done")}
        {state === "failed" && t("ui.copy.failed")}
      </output>
    </>
  );
}
