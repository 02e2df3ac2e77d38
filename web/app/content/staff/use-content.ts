/** The public pages for staff: their versions, and what can be done with them. */
import type { ContentPage } from "@portico/api/rules/content.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useText } from "../../ui/text.tsx";

export const contentEditorPath = (page: ContentPage): string => `/admin/content/${page}`;

export function useContentVersions(page: ContentPage) {
  const api = useApi();
  return useCall(api.content.listVersions, { params: { page } });
}

/** Taking offline, setting a draft aside and restoring, each after a confirmation. */
export function useContentActions(page: ContentPage) {
  const t = useText();
  const runChange = useRunChange();
  const params = { page };
  return {
    archive: (version: number) =>
      openConfirmation({
        title: t("admin.content.archive.title"),
        text: t("admin.content.archive.text"),
        confirmLabel: t("admin.content.archive.action"),
        destructive: true,
        action: async () => {
          await runChange((api) => api.content.archive({ params, body: { version } }));
          alert.success(t("admin.content.archive.done"));
        },
      }),
    discard: (since: number) =>
      openConfirmation({
        title: t("admin.content.discard.title"),
        text: t("admin.content.discard.text"),
        confirmLabel: t("admin.content.discard.action"),
        action: async () => {
          await runChange((api) => api.content.discard({ params, body: { since } }));
          alert.success(t("admin.content.discard.done"));
        },
      }),
    restore: (version: number, since: number | null) =>
      openConfirmation({
        title: t("admin.content.restore.title", { version }),
        text: t(since === null ? "admin.content.restore.text" : "admin.content.restore.textWithDraft"),
        confirmLabel: t("admin.versions.restore"),
        action: async () => {
          await runChange((api) => api.content.restore({ params, body: { version, since } }));
          alert.success(t("admin.content.restore.done"));
        },
      }),
  };
}
