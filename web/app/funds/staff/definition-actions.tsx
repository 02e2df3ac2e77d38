/** What can be done with a target fund as a whole: feature, remove, archive, publish. */

import type { DefinitionVersion } from "@portico/api/funds.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import type { Opened } from "./use-target.ts";

interface DefinitionActionsProps {
  opened: Opened;
  draft: DefinitionVersion | undefined;
  published: DefinitionVersion | undefined;
  /** Something is typed and not saved: what would be published is not what is seen. */
  isChanged: boolean;
  onPublish: () => void;
}

export function DefinitionActions({ opened, draft, published, isChanged, onPublish }: DefinitionActionsProps) {
  const t = useText();
  const runChange = useRunChange();
  const navigate = useLocaleNavigate();
  const params = { id: opened.id };
  const confirm = (what: "archive" | "discard" | "remove", action: () => Promise<unknown>) =>
    openConfirmation({
      title: t(`admin.funds.${what}.title`),
      text: t(`admin.funds.${what}.text`),
      confirmLabel: t(`admin.funds.${what}`),
      destructive: true,
      action: async () => {
        await action();
        alert.success(t("admin.funds.done"));
      },
    });
  const feature = () =>
    void runChange((api) => api.funds.featureDefinition({ params, body: { featured: !opened.featured } }));
  return (
    <>
      <Button variant="default" onClick={feature}>
        {t(opened.featured ? "admin.funds.unfeature" : "admin.funds.feature")}
      </Button>
      {opened.can.remove && (
        <Button
          variant="default"
          onClick={() =>
            confirm("remove", async () => {
              await runChange((api) => api.funds.removeDefinition({ params }));
              navigate("/admin/target");
            })
          }
        >
          {t("admin.funds.remove")}
        </Button>
      )}
      {draft && !opened.can.remove && (
        <Button
          variant="default"
          onClick={() =>
            confirm("discard", () =>
              runChange((api) => api.funds.discardDefinitionDraft({ params, body: { edit: draft.edit } })),
            )
          }
        >
          {t("admin.funds.discard")}
        </Button>
      )}
      {published && (
        <Button
          variant="default"
          onClick={() =>
            confirm("archive", () =>
              runChange((api) => api.funds.archiveDefinition({ params, body: { version: published.version } })),
            )
          }
        >
          {t("admin.funds.archive")}
        </Button>
      )}
      {draft && (
        <Button disabled={isChanged} onClick={onPublish}>
          {t("admin.funds.publish")}
        </Button>
      )}
    </>
  );
}
