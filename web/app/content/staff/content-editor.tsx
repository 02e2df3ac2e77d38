/** The editor of a public page. What is published never changes: saving begins the next version. */

import type { ContentVersion } from "@portico/api/content.ts";
import {
  type ContentPage,
  type ContentTexts,
  contentPath,
  lastingPages,
  missingParts,
  unfilledPlaces,
} from "@portico/api/rules/content.ts";
import { languagesBehind, textsByLanguage } from "@portico/api/rules/languages-behind.ts";
import { useState } from "react";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { LanguagesBehind } from "../../shell/staff/texts/languages-behind.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, PageHead } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ContentForm } from "./content-form.tsx";
import { ContentVersions } from "./content-versions.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { useContentActions } from "./use-content.ts";

interface ContentEditorProps {
  page: ContentPage;
  versions: readonly ContentVersion[];
  /** What a first draft begins with. */
  begin: ContentTexts;
  can: { change: boolean };
}

/** Drafts that were set aside do not count. */
const behindIn = (versions: readonly ContentVersion[]) =>
  languagesBehind(
    versions
      .filter(({ state, published_at }) => state === "draft" || published_at !== null)
      .toReversed()
      .map(({ texts }) => textsByLanguage(texts)),
  );

export function ContentEditor({ page, versions, begin, can }: ContentEditorProps) {
  const t = useText();
  const language = useLanguage();
  const draft = versions.find(({ state }) => state === "draft");
  const published = versions.find(({ state }) => state === "published");
  const [isChanged, setChanged] = useState(versions.length === 0);
  const [isPublishing, setPublishing] = useState(false);
  /** Why it was not published, by path; the form shows them at their fields. */
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const { archive, discard, restore } = useContentActions(page);

  function begunPublishing(of: ContentVersion) {
    const missing = missingParts(of.texts).map((path) => [path, t("field.required")] as const);
    const open = Map.groupBy(unfilledPlaces(of.texts), ({ path }) => path);
    const unfilled = [...open].map(([path, places]) => {
      const names = new Set(places.map(({ name }) => name));
      return [path, t("admin.places.open", { places: [...names].join("; ") })] as const;
    });
    const found = [...missing, ...unfilled];
    setFaults(Object.fromEntries(found));
    setPublishing(found.length === 0);
  }
  return (
    <>
      <PageHead
        title={t(`shell.learnMore.${page}`)}
        actions={
          can.change && (
            <>
              {draft && (
                <Button variant="default" onClick={() => discard(draft.edit)}>
                  {t("admin.content.discard.action")}
                </Button>
              )}
              {published && !lastingPages.includes(page) && (
                <Button variant="default" onClick={() => archive(published.version)}>
                  {t("admin.content.archive.action")}
                </Button>
              )}
              {draft && (
                // What is published is what was saved.
                <Button disabled={isChanged} onClick={() => begunPublishing(draft)}>
                  {t("admin.content.publish.begin")}
                </Button>
              )}
            </>
          )
        }
      >
        <Facts>
          {published ? (
            <>
              <StatusBadge status="published" colour="green">
                {t("admin.content.publishedNumber", { version: published.version })}
              </StatusBadge>
              <a href={inLanguage(language, contentPath(page))} target="_blank" rel="noopener">
                {t("admin.content.open")}
              </a>
            </>
          ) : (
            <StatusBadge status="unpublished" colour="grey">
              {t("admin.content.notPublished")}
            </StatusBadge>
          )}
          {draft && (
            <StatusBadge status="draft" colour="orange">
              {t("admin.content.draftNumber", { version: draft.version })}
            </StatusBadge>
          )}
          <LanguagesBehind languages={behindIn(versions)} />
        </Facts>
      </PageHead>
      {versions.length === 0 && (
        <Notice tone="attention" title={t("admin.content.begin")}>
          <p>{t("admin.content.beginText")}</p>
        </Notice>
      )}
      <ContentForm
        texts={(draft ?? published ?? versions[0])?.texts ?? begin}
        isNew={versions.length === 0}
        draft={draft}
        page={page}
        canChange={can.change}
        faults={faults}
        onChanged={setChanged}
        onTyped={() => setFaults({})}
      />
      <ContentVersions
        versions={versions}
        onRestore={can.change ? (version) => restore(version, draft?.edit ?? null) : undefined}
      />
      {isPublishing && draft && (
        <PublishDialog
          page={page}
          draft={draft}
          published={published}
          onClose={() => setPublishing(false)}
          onRefused={setFaults}
        />
      )}
    </>
  );
}
