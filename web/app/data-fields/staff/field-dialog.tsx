/** A data field's names, type and choices: changed, or of a new field. */
import type { DataField } from "@portico/api/data-fields.ts";
import { ApiError } from "@portico/api/errors.ts";
import { type FieldType, fieldTypes, mostChoices } from "@portico/api/rules/data-fields.ts";
import { nameLimits } from "@portico/api/rules/limits.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { nameOfField } from "../../shell/staff/data-field-values.ts";
import parts from "../../shell/staff/parts.module.css";
import { EachLanguage } from "../../shell/staff/texts/each-language.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

const empty = { bg: "", en: "", pl: "" };
type Names = DataField["names"];

/** An id for a new choice that none of them has. */
function freeId(choices: DataField["choices"]): string {
  for (let number = choices.length + 1; ; number++)
    if (!choices.some(({ id }) => id === `choice${number}`)) return `choice${number}`;
}

interface FieldDialogProps {
  /** Undefined for a new one. */
  field: DataField | undefined;
  onClose: () => void;
}

export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const t = useText();
  const own = useLanguage();
  const [names, setNames] = useState<Names>(field?.names ?? empty);
  const [type, setType] = useState<FieldType>(field?.type ?? "text");
  const [choices, setChoices] = useState<DataField["choices"]>(field?.choices ?? []);
  const [isTried, setTried] = useState(false);
  const save = useChange((calls) => {
    const content = { names, type, choices: type === "choice" ? choices : [] };
    return field
      ? calls.dataFields.save({ params: { id: field.id }, body: { ...content, since: field.version } })
      : calls.dataFields.create({ body: { ...content, label: names[own].trim() } });
  });
  const refused = fieldErrorTexts(t, save.error);
  const required = (text: string) => (isTried && text.trim() === "" ? t("field.required") : undefined);
  const isFaulty =
    languages.some((language) => names[language].trim() === "") ||
    (type === "choice" &&
      (choices.length === 0 || choices.some(({ name }) => languages.some((language) => name[language].trim() === ""))));
  const unfit = save.error instanceof ApiError && save.error.code === "valuesDoNotFit" ? save.error.count : undefined;
  return (
    <Dialog
      opened
      size="lg"
      onClose={onClose}
      title={field ? t("admin.fields.editTitle", { name: nameOfField(field, own) }) : t("admin.fields.new")}
    >
      <form
        method="post"
        className={parts.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isFaulty && !save.isPending) save.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <EachLanguage
          size="sm"
          labelIn={(language) => t("admin.fields.nameIn", { language })}
          limit={nameLimits.field}
          texts={names}
          errorIn={(language) => required(names[language]) ?? refused[`names.${language}`]}
          onChange={setNames}
        />
        <NativeSelect
          size="sm"
          label={t("admin.fields.type")}
          description={field && t("admin.fields.typeHint")}
          value={type}
          data={fieldTypes.map((value) => ({ value, label: t(`admin.fields.type.${value}`) }))}
          onChange={(event) => {
            setType(event.currentTarget.value as FieldType);
            save.reset();
          }}
        />
        {type === "choice" && (
          <Choices choices={choices} onChange={setChoices} errorOf={required} refused={refused["choices"]} />
        )}
        {unfit !== undefined && <Notice tone="failed">{t("admin.fields.unfit", { count: unfit })}</Notice>}
        {save.error && unfit === undefined && Object.keys(refused).length === 0 && (
          <Notice tone="failed">{errorText(t, save.error)}</Notice>
        )}
        <DialogActions onCancel={onClose} busy={save.isPending}>
          <Button type="submit" loading={save.isPending}>
            {t("ui.action.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ChoicesProps {
  choices: DataField["choices"];
  onChange: (choices: DataField["choices"]) => void;
  errorOf: (text: string) => string | undefined;
  refused: string | undefined;
}

function Choices({ choices, onChange, errorOf, refused }: ChoicesProps) {
  const t = useText();
  const own = useLanguage();
  return (
    <fieldset className={parts.form}>
      <legend>{t("admin.fields.choices")}</legend>
      {choices.map((choice, at) => {
        const name = choice.name[own] || t("admin.fields.choiceNew");
        return (
          <fieldset key={choice.id} className={parts.form}>
            <legend>{name}</legend>
            <EachLanguage
              size="sm"
              limit={nameLimits.field}
              texts={choice.name}
              errorIn={(language) => errorOf(choice.name[language])}
              onChange={(names) => onChange(choices.with(at, { ...choice, name: names }))}
            />
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t("admin.fields.choiceRemoveOf", { name })}
              onClick={() => onChange(choices.filter(({ id }) => id !== choice.id))}
            >
              {t("admin.fields.choiceRemove")}
            </Button>
          </fieldset>
        );
      })}
      {refused && <Notice tone="failed">{refused}</Notice>}
      {choices.length < mostChoices && (
        <Button
          size="sm"
          variant="default"
          onClick={() => onChange([...choices, { id: freeId(choices), name: empty }])}
        >
          {t("admin.fields.choiceAdd")}
        </Button>
      )}
    </fieldset>
  );
}
