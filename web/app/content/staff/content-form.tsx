/** Title, description and text of a page, one language at a time, with the text as visitors will see it beside it. */

import type { ContentVersion } from "@portico/api/content.ts";
import {
  type ContentPage,
  type ContentText,
  type ContentTexts,
  contentLimits,
  contentPlaceholders,
  missingParts,
} from "@portico/api/rules/content.ts";
import { type FeeTable, type Treasury } from "@portico/api/settings/fees.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { type FormEvent, useEffect, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { ConflictNotice } from "../../shell/staff/conflicts/conflict-notice.tsx";
import { SaveBar } from "../../shell/staff/conflicts/save-bar.tsx";
import { useTyped } from "../../shell/staff/conflicts/use-typed.ts";
import { LanguageTabs } from "../../shell/staff/texts/language-tabs.tsx";
import { MarkdownField } from "../../shell/staff/texts/markdown-field.tsx";
import { PlacesForm } from "../../shell/staff/texts/places-form.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useContentElements } from "../public-text.tsx";
import { comparedParts } from "./compared-parts.ts";
import styles from "./staff.module.css";

/** How the editor's preview shows the placeholders of a page: as visitors see them, with the tables as they are now. */
function usePreviewElements() {
  const api = useApi();
  const fees = useCall(api.settings.get, { params: { name: "feeTable" } });
  const treasury = useCall(api.settings.get, { params: { name: "treasury" } });
  return useContentElements({
    fees: (fees.data?.data as FeeTable | undefined) ?? { fees: [] },
    treasury: (treasury.data?.data as Treasury | undefined) ?? { asOf: null, banks: [], interest: [] },
  });
}

const mapText = ({ title, description, body }: ContentText, change: (text: string) => string): ContentText => ({
  title: change(title),
  description: change(description),
  body: change(body),
});
const eachText = <Value,>(of: (language: Language) => Value) => ({ bg: of("bg"), en: of("en"), pl: of("pl") });
const allTexts = (texts: ContentTexts) =>
  eachText((of) => [texts[of].title, texts[of].description, texts[of].body] as const);

interface ContentFormProps {
  page: ContentPage;
  texts: ContentTexts;
  /** Nothing was ever saved: the starting texts can be saved as they are. */
  isNew: boolean;
  draft: ContentVersion | undefined;
  canChange: boolean;
  /** What keeps the draft from being published, by path: `texts.pl.title`. */
  faults: Readonly<Record<string, string>>;
  onChanged: (isChanged: boolean) => void;
  /** The faults are of texts that are being corrected. */
  onTyped: () => void;
}

const incomplete = (texts: ContentTexts): Language[] => {
  const missing = missingParts(texts);
  return languages.filter((language) => missing.some((path) => path.startsWith(`texts.${language}.`)));
};

export function ContentForm({ page, texts, isNew, draft, canChange, faults, onChanged, onTyped }: ContentFormProps) {
  const t = useText();
  const own = useLanguage();
  const [shown, setShown] = useState<Language>(own);
  const typing = useTyped(texts, draft?.edit ?? null);
  const { content } = typing;
  const save = useChange((api) =>
    api.content.save({ params: { page }, body: { texts: content, since: typing.version } }),
  );
  const isChanged = typing.isChanged || isNew;
  useUnsaved(typing.isChanged);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  // The first fault is shown, in whichever language it is.
  const [first] = Object.keys(faults);
  const [led, setLed] = useState<typeof faults>();
  if (first && led !== faults) {
    setLed(faults);
    setShown((first.split(".")[1] as Language | undefined) ?? shown);
  }

  const isOvertaken = typing.isOvertaken && !save.isPending;
  const goOn = (how: () => void) => {
    how();
    save.reset();
  };
  function changeAll(wanted: ContentTexts) {
    typing.change(wanted);
    onTyped();
  }
  const fill = (one: (of: Language, text: string) => string) =>
    changeAll(eachText((of) => mapText(content[of], (text) => one(of, text))));
  const change = (part: Partial<ContentText>) => changeAll({ ...content, [shown]: { ...content[shown], ...part } });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isChanged || isOvertaken || save.isPending) return;
    save.mutate(undefined, {
      onSuccess: ({ edit }) => {
        typing.settle(content, edit);
        alert.success(t("admin.content.saved"));
      },
    });
  }
  const failed = save.error && !isOvertaken ? errorText(t, save.error) : undefined;
  const failure = failed ?? (first && t("admin.content.toCorrect"));

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <Section title={t("admin.content.text")} hint={t("admin.content.textHint")}>
        <LanguageTabs current={shown} missing={incomplete(content)} onPick={setShown} />
        {canChange && <PlacesForm key={shown} texts={allTexts(content)} language={shown} onFill={fill} />}
        <PartFields
          language={shown}
          text={content[shown]}
          canChange={canChange}
          errorOf={(part) => faults[`texts.${shown}.${part}`]}
          onChange={change}
        />
      </Section>
      {canChange && (
        <SaveBar
          failure={failure}
          conflict={
            isOvertaken && (
              <ConflictNotice
                by={draft?.changed_by ?? null}
                at={draft?.changed_at ?? null}
                parts={comparedParts(t, texts, typing.merged())}
                onKeepMine={() => goOn(typing.keepMine)}
                onTakeStored={() => goOn(typing.discard)}
              />
            )
          }
          hasDraft={Boolean(draft)}
          isChanged={typing.isChanged}
          canSave={isChanged}
          isSaving={save.isPending}
          onDiscard={() => goOn(typing.discard)}
        />
      )}
    </form>
  );
}

interface PartFieldsProps {
  language: Language;
  text: ContentText;
  canChange: boolean;
  errorOf: (part: keyof ContentText) => string | undefined;
  onChange: (part: Partial<ContentText>) => void;
}

/** Title, description and body in one language. */
function PartFields({ language, text, canChange, errorOf, onChange }: PartFieldsProps) {
  const t = useText();
  const elements = usePreviewElements();
  return (
    <>
      <div className={styles.fields}>
        <LimitedInput
          lang={language}
          label={t("admin.content.pageTitle")}
          description={t("admin.content.pageTitleHint")}
          required
          limit={contentLimits.title}
          readOnly={!canChange}
          value={text.title}
          error={errorOf("title")}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <LimitedTextarea
          lang={language}
          label={t("admin.content.description")}
          description={t("admin.content.descriptionHint", { count: text.description.length })}
          required
          autosize
          minRows={2}
          limit={contentLimits.description}
          readOnly={!canChange}
          value={text.description}
          error={errorOf("description")}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </div>
      <MarkdownField
        language={language}
        label={t("admin.content.body")}
        description={t("admin.content.bodyHint", {
          names: contentPlaceholders.map((name) => `{{${name}}}`).join(", "),
        })}
        limit={contentLimits.body}
        readOnly={!canChange}
        value={text.body}
        error={errorOf("body")}
        known={contentPlaceholders}
        elements={elements}
        onChange={(body) => onChange({ body })}
      />
    </>
  );
}
