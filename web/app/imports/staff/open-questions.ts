/** Questions for whose answer a confirmation waits. */
import type { ImportQuestion } from "@portico/api/imports.ts";

/** An offer that nobody takes holds up no confirmation. */
export const isOpen = ({ code, answer }: ImportQuestion): boolean => code === "sameSplit" && answer === null;

/** Marks the element of an open question. */
export const openMark = { "data-open-question": true, tabIndex: -1 } as const;

/** Leads to the first open question, so that it is read and its answers are the next stops. */
export function focusFirstOpen(): void {
  document.querySelector<HTMLElement>("[data-open-question]")?.focus();
}
