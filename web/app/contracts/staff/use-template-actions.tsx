/** Putting a template's draft into use, and taking a version out of use, each after a confirmation. */
import type { TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { VersionDiff } from "../../shell/staff/texts/version-diff.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { comparedTemplate } from "./compared-template.ts";
import { emptyContent, typedContent } from "./template-content.ts";

export function useTemplateActions(type: string) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  return {
    /** Shows what changes for clients, compared with the version in use, if there is one. */
    use: ({ version, edit, content }: TemplateVersion, inUse: TemplateVersion | undefined) =>
      openConfirmation({
        title: t("admin.templates.use.title", { version }),
        text: t("admin.templates.use.text"),
        wide: true,
        html: (
          <VersionDiff
            parts={comparedTemplate(
              t,
              language,
              inUse ? typedContent(inUse.content) : emptyContent,
              typedContent(content),
            )}
          />
        ),
        confirmLabel: t("admin.templates.use.action"),
        action: async () => {
          // oxlint-disable-next-line react/hooks -- a call of the API, no hook
          await runChange((api) => api.contracts.useTemplate({ params: { type }, body: { version, edit } }));
          alert.success(t("admin.templates.use.done"));
        },
      }),
    retire: ({ version }: TemplateVersion) =>
      openConfirmation({
        title: t("admin.templates.retire.title"),
        text: t("admin.templates.retire.text"),
        confirmLabel: t("admin.templates.retire.action"),
        destructive: true,
        action: async () => {
          await runChange((api) => api.contracts.retireTemplate({ params: { type }, body: { version } }));
          alert.success(t("admin.templates.retire.done"));
        },
      }),
  };
}
