/** The editor of a template. Only a draft can be changed; saving after a version came into use begins the next one. */

import type { TemplateContent, TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { useState } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { VersionList } from "../../shell/staff/texts/version-list.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts, PageHead } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { comparedTemplate } from "./compared-template.ts";
import { templatePath } from "./paths.ts";
import { typedContent } from "./template-content.ts";
import { TemplateForm } from "./template-form.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { useTemplateActions } from "./use-template-actions.tsx";

/** The versions of a template, the newest first, each with what it changed in the one before. */
const colours = { draft: "orange", inUse: "green", retired: "grey" } as const;

function TemplateHistory({ versions }: { versions: readonly TemplateVersion[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <VersionList
      versions={versions.map(({ version, state, changed_by, changed_at, content }) => ({
        version,
        badge: (
          <StatusBadge status={state} colour={colours[state]}>
            {t(`admin.templates.state.${state}`)}
          </StatusBadge>
        ),
        by: changed_by,
        at: changed_at,
        content,
      }))}
      compare={(before, after) =>
        comparedTemplate(t, language, typedContent(before.content), typedContent(after.content))
      }
    />
  );
}

interface TemplateEditorProps {
  type: string;
  versions: readonly TemplateVersion[];
  /** What a template without versions begins with. */
  begin: Pick<TemplateContent, "name" | "text"> | undefined;
}

export function TemplateEditor({ type, versions, begin }: TemplateEditorProps) {
  const t = useText();
  const language = useLanguage();
  const canWrite = useHasLevel("office");
  const draft = versions.find(({ state }) => state === "draft");
  const inUse = versions.find(({ state }) => state === "inUse");
  const open = draft ?? inUse ?? versions[0];
  const [isChanged, setChanged] = useState(versions.length === 0);
  const { use, retire } = useTemplateActions(type);
  const name = open?.content.name[language] ?? type;
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageHead
        title={name}
        actions={
          canWrite && (
            <>
              {inUse && (
                <Button variant="default" component={LocaleLink} to={`${templatePath(type)}/send`}>
                  {t("admin.contractBatch.begin")}
                </Button>
              )}
              {inUse && (
                <Button variant="default" onClick={() => retire(inUse)}>
                  {t("admin.templates.retire.action")}
                </Button>
              )}
              {draft && (
                // What is put into use is what was saved.
                <Button disabled={isChanged} onClick={() => use(draft, inUse)}>
                  {t("admin.templates.use.action")}
                </Button>
              )}
            </>
          )
        }
      >
        <Facts>
          <code>{type}</code>
          {inUse && (
            <StatusBadge status="inUse" colour="green">
              {t("admin.templates.inUseNumber", { version: inUse.version })}
            </StatusBadge>
          )}
          {draft && (
            <StatusBadge status="draft" colour="orange">
              {t("admin.templates.draftNumber", { version: draft.version })}
            </StatusBadge>
          )}
          {open && !draft && !inUse && (
            <StatusBadge status="retired" colour="grey">
              {t("admin.templates.state.retired")}
            </StatusBadge>
          )}
        </Facts>
      </PageHead>
      <TemplateForm type={type} begin={begin} open={open} draft={draft} canWrite={canWrite} onChanged={setChanged} />
      {open && canWrite && <TemplatePreview type={type} version={open} isChanged={isChanged} />}
      <TemplateHistory versions={versions} />
    </>
  );
}
