/** The editor of a target fund: saving begins or continues a draft; publishing shows what changes first. */
import type { DefinitionContent, FundCard } from "@portico/api/funds.ts";
import { useState } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { inLanguage, useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { LanguagesBehind } from "../../shell/staff/texts/languages-behind.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { DefinitionActions } from "./definition-actions.tsx";
import { DefinitionForm } from "./definition-form.tsx";
import { DefinitionState } from "./definition-state.tsx";
import { DefinitionVersions } from "./definition-versions.tsx";
import { nameIn } from "./name-in.ts";
import { PublishDefinition } from "./publish-definition.tsx";
import styles from "./staff.module.css";
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
  const navigate = useLocaleNavigate();
  const canCreate = useHasLevel("admin");
  const [isPublishing, setPublishing] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const draft = opened?.versions.find(({ state }) => state === "draft");
  const published = opened?.versions.find(({ state }) => state === "published");
  const read: DefinitionContent = (draft ?? published ?? opened?.versions[0])?.content ?? emptyDefinition;
  const title = opened ? nameIn(language, opened.name) || t("admin.funds.unnamed") : t("admin.funds.new");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        actions={
          opened?.can.edit && (
            <DefinitionActions
              opened={opened}
              draft={draft}
              published={published}
              isChanged={isChanged}
              onPublish={() => setPublishing(true)}
            />
          )
        }
      >
        {opened && (
          <span className={styles.badges}>
            <DefinitionState state={opened.state} hasDraft={draft !== undefined} />
            <LanguagesBehind languages={opened.behind} />
            {published && (
              <a href={inLanguage(language, `/learn-more/target/${opened.id}`)} target="_blank" rel="noopener">
                {t("admin.content.open")}
              </a>
            )}
          </span>
        )}
      </PageHead>
      <DefinitionForm
        content={read}
        id={opened?.id}
        edit={draft?.edit ?? null}
        changed={draft && { by: draft.changed_by, at: draft.changed_at }}
        canEdit={opened?.can.edit ?? canCreate}
        funds={funds}
        faults={faults}
        onChanged={setChanged}
        onSaved={(id) => {
          setFaults({});
          if (!opened) navigate(`/admin/target/${id}`);
        }}
      />
      {opened && <DefinitionVersions opened={opened} draft={draft} funds={funds} />}
      {isPublishing && draft && opened && (
        <PublishDefinition
          id={opened.id}
          draft={draft}
          published={published}
          funds={funds}
          onClose={() => setPublishing(false)}
          onRefused={setFaults}
        />
      )}
    </>
  );
}
