/** What the portal's mails say: own texts instead of the shipped ones, with a preview beside them. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { settings } from "@portico/api/settings.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LanguageTabs } from "../../shell/staff/texts/language-tabs.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { type Language, type PlainKey, type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { MailPreview } from "./mail-preview.tsx";
import styles from "./mail-texts.module.css";
import { changeText, type OwnText, wordsOf } from "./own-mail-texts.ts";
import { SaveBar } from "./save-bar.tsx";
import settingStyles from "./settings.module.css";
import { useMailPreview } from "./use-mail-preview.ts";
import { noFaults, useSettingForm } from "./use-setting-form.ts";

type Listed = Answer<(typeof settings)["listMailTexts"]>;
type ListedText = Listed["texts"][number];
/** As the API accepts. */
const longestText = 4000;

export function MailTextsForm({ saved, canChange }: { saved: Saved<"mailTexts">; canChange: boolean }) {
  const query = useCall(useApi().settings.listMailTexts);
  if (!query.data) return <PendingQuery query={query} />;
  return <Editor saved={saved} canChange={canChange} listed={query.data} />;
}

interface EditorProps {
  saved: Saved<"mailTexts">;
  canChange: boolean;
  listed: Listed;
}

function Editor({ saved, canChange, listed: { mails, texts } }: EditorProps) {
  const t = useText();
  const own = useLanguage();
  const [name, setName] = useState(mails[0]?.name ?? "");
  const [language, setLanguage] = useState<Language>(own);
  const [sample, setSample] = useState(0);
  const { typed, set, refused, submit, bar } = useSettingForm("mailTexts", saved, noFaults);
  const preview = useMailPreview({ mail: name, sample, language, texts: typed.texts }, canChange);
  const mail = mails.find((one) => one.name === name);
  const written = new Set(typed.texts.map(({ id }) => id));
  return (
    <div className={styles.editor}>
      <form method="post" className={settingStyles.wide} onSubmit={submit} noValidate>
        <NativeSelect
          label={t("admin.mailTexts.which")}
          value={name}
          data={mails.map((one) => ({
            value: one.name,
            label: `${nameOfMail(t, one.name)}${one.keys.some((key) => written.has(key)) ? ` (${t("admin.mailTexts.own")})` : ""}`,
          }))}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setSample(0);
          }}
        />
        <LanguageTabs current={language} missing={[]} onPick={setLanguage} />
        {mail?.keys.map((key, place) => {
          const text = texts.find((one) => one.key === key);
          return (
            text && (
              <TextField
                key={`${key} ${language}`}
                label={labelOf(t, key, place)}
                text={text}
                language={language}
                words={wordsOf(typed.texts, key, language)}
                readOnly={!canChange}
                error={
                  preview.faultOf(key, language) ?? refusalOf({ typed: typed.texts, key, language, refused, text })
                }
                onChange={(words) => set({ texts: changeText(typed.texts, { key, language, words, text }) })}
              />
            )
          );
        })}
        {canChange && <SaveBar {...bar} />}
      </form>
      {canChange && mail && (
        <MailPreview preview={preview} samples={mail.samples} sample={sample} onSample={setSample} />
      )}
    </div>
  );
}

const nameOfMail = (t: Translate, name: string): string => t(`admin.mailTexts.mail.${name}` as PlainKey);

/** Subjects, buttons and greetings by what they are; other texts by their place. */
function labelOf(t: Translate, key: string, place: number): string {
  const role = key.split(".").at(-1) ?? "";
  if (role === "greeting" || role === "greetingUnnamed") return t(`admin.mailTexts.${role}`);
  if (/subject$/i.test(role)) return t("admin.mailTexts.subject");
  return role === "button" ? t("admin.mailTexts.button") : t("admin.mailTexts.part", { number: place + 1 });
}

interface Refused {
  typed: readonly OwnText[];
  key: string;
  language: Language;
  refused: (path: string) => string | undefined;
  text: ListedText;
}

/** What the server or a restored value said of the text, also of one of its placeholders. */
function refusalOf({ typed, key, language, refused, text }: Refused): string | undefined {
  const path = `texts.${typed.findIndex(({ id }) => id === key)}.words.${language}`;
  return refused(path) ?? text.placeholders.map((name) => refused(`${path}.${name}`)).find((found) => found);
}

interface TextFieldProps {
  label: string;
  text: ListedText;
  language: Language;
  /** Null for the shipped text. */
  words: SettingValue<"mailTexts">["texts"][number]["words"][Language];
  readOnly: boolean;
  error: string | undefined;
  onChange: (words: string | null) => void;
}

function TextField({ label, text, language, words, readOnly, error, onChange }: TextFieldProps) {
  const t = useText();
  const isOwn = words !== null;
  return (
    <div className={styles.text}>
      <LimitedTextarea
        lang={language}
        label={
          <>
            {label}{" "}
            {isOwn && (
              <StatusBadge status="own" colour="blue">
                {t("admin.mailTexts.own")}
              </StatusBadge>
            )}
          </>
        }
        description={
          text.placeholders.length > 0
            ? t("admin.mailTexts.placeholders", { names: text.placeholders.map((name) => `{${name}}`).join(", ") })
            : undefined
        }
        autosize
        minRows={1}
        maxRows={14}
        limit={longestText}
        readOnly={readOnly}
        value={words ?? text.shipped[language]}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isOwn && !readOnly && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(null)}>
          {t("admin.mailTexts.reset")}
        </Button>
      )}
    </div>
  );
}
