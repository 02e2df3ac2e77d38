/** The canned answers: list, add, change and remove. */
import type { CannedAnswer } from "@portico/api/canned-answers.ts";
import {
  type CannedUse,
  cannedLimits,
  cannedPlaceholders,
  cannedUses,
  unknownPlaceholders,
} from "@portico/api/rules/canned-answers.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { useState } from "react";
import { errorText, fieldErrorTexts, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { ConflictNotice } from "../../shell/staff/conflicts/conflict-notice.tsx";
import { useTyped } from "../../shell/staff/conflicts/use-typed.ts";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import parts from "../../shell/staff/parts.module.css";
import type { ComparedPart } from "../../shell/staff/texts/version-diff.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Checkbox, NativeSelect } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Language, type Translate, useLanguage, useText } from "../../ui/text.tsx";
import styles from "./canned-answers.module.css";

export function CannedAnswers() {
  const t = useText();
  const own = useLanguage();
  const api = useApi();
  const runChange = useRunChange();
  const query = useCall(api.cannedAnswers.list);
  const [edited, setEdited] = useState<CannedAnswer | "new">();
  const names = new Intl.ListFormat(own, { type: "conjunction" });
  /** A former value that is taken as a draft. */
  const [former, setFormer] = useState<Partial<TypedAnswer>>();
  const close = () => {
    setEdited(undefined);
    setFormer(undefined);
  };
  if (!query.data) return <PendingQuery query={query} />;
  const { answers, can } = query.data;
  const restore = can.create
    ? ({ key, before, after }: { key: string; before?: unknown; after?: unknown }) => {
        const answer = answers.find(({ id }) => String(id) === key);
        // One that was removed is added again.
        setEdited(answer?.can.change ? answer : "new");
        setFormer(formerOf(after ?? before));
      }
    : undefined;
  return (
    <Section
      title={t("admin.canned.title")}
      hint={t("admin.canned.hint")}
      actions={<HistoryButton kind="cannedAnswer" title={t("admin.canned.title")} onRestore={restore} />}
    >
      {answers.length === 0 && <p className={parts.muted}>{t("admin.canned.none")}</p>}
      <ul className={parts.list}>
        {answers.map((answer) => {
          const missing = languages.filter((language) => answer.texts[language] === null);
          return (
            <li key={answer.id} className={styles.row}>
              <span>
                {answer.title}
                {answer.use !== "answer" && (
                  <small className={styles.missing}>{t(`admin.canned.use.${answer.use}`)}</small>
                )}
                {missing.length > 0 && (
                  <small className={styles.missing}>
                    {t("admin.canned.missing", {
                      languages: names.format(missing.map((language) => t(`shell.language.${language}`))),
                    })}
                  </small>
                )}
              </span>
              <span className={parts.actions}>
                {answer.can.change && (
                  <Button size="compact-sm" variant="default" onClick={() => setEdited(answer)}>
                    {t("admin.canned.edit")}
                  </Button>
                )}
                {answer.can.remove && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    leftSection={<Icon name="trash" size={14} />}
                    onClick={() =>
                      openConfirmation({
                        title: t("admin.canned.removeTitle", { title: answer.title }),
                        text: t("admin.canned.removeText"),
                        confirmLabel: t("admin.canned.remove"),
                        destructive: true,
                        action: async () => {
                          await runChange((calls) => calls.cannedAnswers.remove({ params: { id: answer.id } }));
                        },
                      })
                    }
                  >
                    {t("admin.canned.remove")}
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {can.create && (
        <Button size="sm" variant="default" onClick={() => setEdited("new")}>
          {t("admin.canned.add")}
        </Button>
      )}
      {edited !== undefined && (
        <Dialog
          opened
          size="lg"
          onClose={close}
          title={edited === "new" ? t("admin.canned.add") : t("admin.canned.editTitle", { title: edited.title })}
        >
          <CannedForm
            // As it is stored now; one that a colleague removed stays as it was read.
            answer={edited === "new" ? undefined : (answers.find(({ id }) => id === edited.id) ?? edited)}
            former={former}
            onDone={close}
          />
        </Dialog>
      )}
    </Section>
  );
}

/** As the log recorded it; what it did not record is left as it is. */
function formerOf(recorded: unknown): Partial<TypedAnswer> {
  const { title, use, fields, texts } = (recorded ?? {}) as {
    title?: string;
    use?: CannedUse;
    fields?: string[];
    texts?: Partial<Record<Language, string | null>>;
  };
  return {
    ...(title !== undefined && { title }),
    ...(use !== undefined && { use }),
    ...(fields !== undefined && { fields }),
    ...(texts && { texts: { bg: texts.bg ?? "", en: texts.en ?? "", pl: texts.pl ?? "" } }),
  };
}

interface TypedAnswer {
  title: string;
  use: CannedUse;
  fields: readonly string[];
  texts: Record<Language, string>;
}
const comparedTexts = (t: Translate, own: Language, before: TypedAnswer, after: TypedAnswer): ComparedPart[] => [
  { id: "title", label: t("admin.canned.name"), language: own, before: before.title, after: after.title },
  {
    id: "use",
    label: t("admin.canned.use"),
    language: own,
    before: t(`admin.canned.use.${before.use}`),
    after: t(`admin.canned.use.${after.use}`),
  },
  ...languages.map((language) => ({
    id: language,
    label: t(`shell.language.${language}`),
    language,
    before: before.texts[language],
    after: after.texts[language],
  })),
];

interface CannedFormProps {
  answer: CannedAnswer | undefined;
  former: Partial<TypedAnswer> | undefined;
  onDone: () => void;
}

function CannedForm({ answer, former, onDone }: CannedFormProps) {
  const t = useText();
  const own = useLanguage();
  const read: TypedAnswer = {
    title: answer?.title ?? "",
    use: answer?.use ?? "answer",
    fields: answer?.fields ?? [],
    texts: { bg: answer?.texts.bg ?? "", en: answer?.texts.en ?? "", pl: answer?.texts.pl ?? "" },
  };
  const typing = useTyped(read, answer?.version, former && { ...read, ...former });
  const { title, texts, use, fields } = typing.content;
  const [isTried, setTried] = useState(false);
  const save = useChange(async (calls) => {
    const body = {
      title: title.trim(),
      use,
      fields: use === "remark" ? [...fields] : [],
      texts: { bg: texts.bg.trim() || null, en: texts.en.trim() || null, pl: texts.pl.trim() || null },
    };
    if (answer && typing.version !== undefined)
      await calls.cannedAnswers.change({ params: { id: answer.id }, body: { ...body, version: typing.version } });
    else await calls.cannedAnswers.create({ body });
  });
  const refused = fieldErrorTexts(t, save.error);
  const isOvertaken = typing.isOvertaken && !save.isPending && !save.isSuccess;
  const goOn = (how: () => void) => {
    how();
    save.reset();
  };
  const unknown = (text: string) => {
    const [name] = unknownPlaceholders(text);
    return name === undefined ? undefined : t("admin.canned.unknown", { name });
  };
  const isEmpty = languages.every((language) => texts[language].trim() === "");
  const isFaulty =
    title.trim() === "" || isEmpty || languages.some((language) => unknown(texts[language]) !== undefined);
  return (
    <form
      method="post"
      className={parts.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isFaulty && !isOvertaken && !save.isPending) save.mutate(undefined, { onSuccess: onDone });
      }}
    >
      <LimitedInput
        name="title"
        label={t("admin.canned.name")}
        description={t("admin.canned.nameHint")}
        limit={cannedLimits.title}
        value={title}
        error={isTried && title.trim() === "" ? t("field.required") : refused["title"]}
        onChange={(event) => typing.change({ ...typing.content, title: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("admin.canned.use")}
        value={use}
        data={cannedUses.map((value) => ({ value, label: t(`admin.canned.use.${value}`) }))}
        onChange={(event) => typing.change({ ...typing.content, use: event.currentTarget.value as CannedUse })}
      />
      {use === "remark" && read.fields.length > 0 && (
        <Checkbox
          label={t("admin.canned.onlyFields", { count: read.fields.length })}
          checked={fields.length > 0}
          onChange={(event) =>
            typing.change({ ...typing.content, fields: event.currentTarget.checked ? read.fields : [] })
          }
        />
      )}
      {languages.map((language) => (
        <LimitedTextarea
          key={language}
          name={language}
          lang={language}
          label={t(`shell.language.${language}`)}
          autosize
          minRows={3}
          maxRows={10}
          limit={cannedLimits.text}
          value={texts[language]}
          error={unknown(texts[language]) ?? refused[`texts.${language}`]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            typing.change({ ...typing.content, texts: { ...texts, [language]: value } });
          }}
        />
      ))}
      {isTried && isEmpty && <Notice tone="failed">{t("admin.canned.noText")}</Notice>}
      <p className={parts.muted}>{t("admin.canned.placeholders")}</p>
      <dl className={styles.placeholders}>
        {cannedPlaceholders.map((name) => (
          <Placeholder key={name} name={name} />
        ))}
      </dl>
      {isOvertaken && (
        <ConflictNotice
          by={null}
          at={null}
          parts={comparedTexts(t, own, read, typing.merged())}
          onKeepMine={() => goOn(typing.keepMine)}
          onTakeStored={() => goOn(typing.discard)}
        />
      )}
      {save.error && !isOvertaken && Object.keys(refused).length === 0 && (
        <Notice tone="failed">{errorText(t, save.error)}</Notice>
      )}
      <DialogActions onCancel={onDone}>
        {!isOvertaken && (
          <Button type="submit" loading={save.isPending}>
            {t("admin.canned.save")}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

function Placeholder({ name }: { name: (typeof cannedPlaceholders)[number] }) {
  const t = useText();
  return (
    <>
      <dt>
        <code>{`{{${name}}}`}</code>
      </dt>
      <dd>{t(`admin.canned.placeholder.${name}`)}</dd>
    </>
  );
}
