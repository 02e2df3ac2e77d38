/** What the keys of a queue do. */
import type { Translate } from "../../../ui/text.tsx";

export interface QueueKey {
  /** As on the keyboard; several that belong together by spaces. */
  key: string;
  label: string;
}

/** The keys that every queue has; those of its actions stand between them. */
export const queueKeys = (t: Translate, actions: readonly QueueKey[]): QueueKey[] => [
  { key: "j k", label: t("admin.queue.key.move") },
  { key: "Enter", label: t("admin.queue.key.open") },
  { key: "/", label: t("admin.queue.key.search") },
  { key: "x", label: t("admin.queue.key.select") },
  { key: "Shift+j Shift+k", label: t("admin.queue.key.range") },
  ...actions,
  { key: "?", label: t("admin.queue.key.help") },
];
