/** The canned answers: list, add, change and remove. */
import { Button, Textarea, TextInput } from "@mantine/core";
import type { CannedAnswer } from "@portico/api/canned-answers.ts";
import { cannedLimits, cannedPlaceholders, unknownPlaceholders } from "@portico/api/rules/canned-answers.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { useState } from "react";
import { errorText, fieldErrorTexts, useApi } from "../../shell/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/confirmation.ts";
import { PendingQuery } from "../../shell/query-states.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./canned-answers.module.css";

export function CannedAnswers() {
  const t = useText();
  const own = useLanguage();
  const api = useApi();
  const runChange = useRunChange();
  const query = useCall(api.cannedAnswers.list);
  const [edited, setEdited] = useState<CannedAnswer | "new">();
  const names = new Intl.ListFormat(own, { type: "conjunction" });
  const close = () => setEdited(undefined);
  if (!query.data) return <PendingQuery query={query} />;
  const { answers, can } = query.data;
  return (
    <Section title={t("admin.canned.title")} hint={t("admin.canned.hint")}>
      {answers.length === 0 && <p className={parts.muted}>{t("admin.canned.none")}</p>}
      <ul className={parts.list}>
        {answers.map((answer) => {
          const missing = languages.filter((language) => answer.texts[language] === null);
          return (
            <li key={answer.id} className={styles.row}>
              <span>
                {answer.title}
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
          <CannedForm answer={edited === "new" ? undefined : edited} onDone={close} />
        </Dialog>
      )}
    </Section>
  );
}

function CannedForm({ answer, onDone }: { answer: CannedAnswer | undefined; onDone: () => void }) {
  const t = useText();
  const [title, setTitle] = useState(answer?.title ?? "");
  const [texts, setTexts] = useState({
    bg: answer?.texts.bg ?? "",
    en: answer?.texts.en ?? "",
    pl: answer?.texts.pl ?? "",
  });
  const [isTried, setTried] = useState(false);
  const save = useChange(async (calls) => {
    const body = {
      title: title.trim(),
      texts: { bg: texts.bg.trim() || null, en: texts.en.trim() || null, pl: texts.pl.trim() || null },
    };
    if (answer)
      await calls.cannedAnswers.change({ params: { id: answer.id }, body: { ...body, version: answer.version } });
    else await calls.cannedAnswers.create({ body });
  });
  const refused = fieldErrorTexts(t, save.error);
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
        if (!isFaulty && !save.isPending) save.mutate(undefined, { onSuccess: onDone });
      }}
    >
      <TextInput
        name="title"
        label={t("admin.canned.name")}
        description={t("admin.canned.nameHint")}
        maxLength={cannedLimits.title}
        value={title}
        error={isTried && title.trim() === "" ? t("field.required") : refused["title"]}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {languages.map((language) => (
        <Textarea
          key={language}
          name={language}
          lang={language}
          label={t(`shell.language.${language}`)}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={cannedLimits.text}
          value={texts[language]}
          error={unknown(texts[language]) ?? refused[`texts.${language}`]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTexts((before) => ({ ...before, [language]: value }));
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
      {save.error && Object.keys(refused).length === 0 && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <DialogActions onCancel={onDone}>
        <Button type="submit" loading={save.isPending}>
          {t("admin.canned.save")}
        </Button>
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
