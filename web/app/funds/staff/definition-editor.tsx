/** The editor of a target fund: saving begins or continues a draft; publishing shows what changes first. */
import { Button } from "@mantine/core";
import type { DefinitionContent, FundCard } from "@portico/api/funds.ts";
import { useState } from "react";
import { alert } from "../../shell/alert.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/confirmation.ts";
import { useLocaleNavigate } from "../../shell/locale-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { DefinitionForm } from "./definition-form.tsx";
import { DefinitionVersions } from "./definition-versions.tsx";
import { PublishDefinition } from "./publish-definition.tsx";
import { emptyDefinition } from "./typed-definition.ts";
import type { Opened } from "./use-target.ts";

interface DefinitionEditorProps {
  /** Undefined for a new one. */
  opened: Opened | undefined;
  funds: readonly FundCard[];
}

export function DefinitionEditor({ opened, funds }: DefinitionEditorProps) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const navigate = useLocaleNavigate();
  const [isPublishing, setPublishing] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const draft = opened?.versions.find(({ state }) => state === "draft");
  const published = opened?.versions.find(({ state }) => state === "published");
  const read: DefinitionContent = (draft ?? published ?? opened?.versions[0])?.content ?? emptyDefinition;
  const params = { id: opened?.id ?? 0 };

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
  return (
    <>
      <PageHead
        title={opened ? opened.name[language] || opened.name.en || opened.name.bg : t("admin.funds.new")}
        actions={
          opened?.can.edit && (
            <>
              <Button
                variant="default"
                onClick={() =>
                  void runChange((api) => api.funds.featureDefinition({ params, body: { featured: !opened.featured } }))
                }
              >
                {t(opened.featured ? "admin.funds.unfeature" : "admin.funds.feature")}
              </Button>
              {draft && (
                <Button
                  variant="default"
                  onClick={() =>
                    opened.can.remove
                      ? confirm("remove", async () => {
                          await runChange((api) => api.funds.removeDefinition({ params }));
                          navigate("/admin/target");
                        })
                      : confirm("discard", () =>
                          runChange((api) => api.funds.discardDefinitionDraft({ params, body: { edit: draft.edit } })),
                        )
                  }
                >
                  {t(opened.can.remove ? "admin.funds.remove" : "admin.funds.discard")}
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
              {draft && <Button onClick={() => setPublishing(true)}>{t("admin.funds.publish")}</Button>}
            </>
          )
        }
      >
        {opened && t(`admin.funds.state.${opened.state}`)}
      </PageHead>
      <DefinitionForm
        key={draft ? `draft ${draft.version} ${draft.edit}` : `read ${published?.version ?? 0}`}
        content={read}
        id={opened?.id}
        edit={draft?.edit ?? null}
        canEdit={opened?.can.edit ?? true}
        funds={funds}
        faults={faults}
        onSaved={(id) => {
          setFaults({});
          if (!opened) navigate(`/admin/target/${id}`);
        }}
      />
      {opened && <DefinitionVersions opened={opened} draft={draft} />}
      {isPublishing && draft && opened && (
        <PublishDefinition
          id={opened.id}
          draft={draft}
          published={published}
          onClose={() => setPublishing(false)}
          onRefused={setFaults}
        />
      )}
    </>
  );
}
