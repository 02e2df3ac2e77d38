/** Fields that are answered by choosing: of options, yes or no, or agreeing to a text. */
import { Checkbox, NativeSelect, Radio } from "@mantine/core";
import { type Field, isEmpty } from "@portico/api/forms/field.ts";
import { agreedVersion, currentText, isOutdated } from "@portico/api/forms/settled.ts";
import { optionKey } from "@portico/api/forms/text-keys.ts";
import { formText } from "../../shell/form-text.ts";
import { RequiredMark } from "../../ui/required-mark.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { AgreementDocuments } from "../answers/agreement-documents.tsx";
import { type FieldPlace, useOpenForm } from "../form-context.ts";
import styles from "../forms.module.css";
import type { FieldTexts } from "./field-texts.ts";
import { focusFieldSoon } from "./focus-field.ts";
import { optionText } from "./option-text.ts";

interface FieldProps {
  texts: FieldTexts;
  place: FieldPlace;
}
type Of<Kind extends Field["kind"]> = FieldProps & { field: Extract<Field, { kind: Kind }> };

/** Up to this many options are shown as radio buttons; more are a select. */
const maxOpen = 5;

const commonOf = ({ label, hint, error, required }: FieldTexts) => ({
  label,
  description: hint,
  error,
  withAsterisk: required,
});

/** An optional choice can be cleared. */
function Unset({ texts, place: { path, value, onChange } }: FieldProps) {
  const t = useText();
  if (texts.required || isEmpty(value)) return null;
  return (
    <button
      type="button"
      className={styles.link}
      onClick={() => {
        onChange(null);
        focusFieldSoon(path);
      }}
    >
      {t("forms.page.unset")}
    </button>
  );
}

export function ChoiceField({ field, texts, place }: Of<"choice">) {
  const t = useText();
  const language = useLanguage();
  const { touch } = useOpenForm();
  const { path, value, onChange, scope } = place;
  const options = field.offered?.(scope) ?? field.options;
  const labelled = options.map((option) => ({
    value: option,
    label: optionText({ t, language, settled: scope.settled }, field.list, option),
  }));
  const chosen = typeof value === "string" ? value : "";
  const leave = () => touch(path);
  if (field.folded || options.length > maxOpen)
    return (
      <NativeSelect
        {...commonOf(texts)}
        name={path}
        value={chosen}
        data={[{ value: "", label: t("forms.choose") }, ...labelled]}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={leave}
      />
    );
  return (
    <Radio.Group {...commonOf(texts)} name={path} value={chosen} onChange={onChange} onBlur={leave}>
      <div className={styles.options}>
        {labelled.map((option) => (
          <Radio key={option.value} {...option} error={texts.error !== undefined} />
        ))}
      </div>
      <Unset texts={texts} place={place} />
    </Radio.Group>
  );
}

export function ChoicesField({ field, texts, place: { path, value, onChange } }: Of<"choices">) {
  const t = useText();
  const { touch } = useOpenForm();
  return (
    <Checkbox.Group
      {...commonOf(texts)}
      value={Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []}
      onChange={(chosen) => {
        onChange(chosen);
        touch(path);
      }}
    >
      <div className={styles.options}>
        {field.options.map((option) => (
          <Checkbox
            key={option}
            value={option}
            name={path}
            label={formText(t, optionKey(field.list, option))}
            error={texts.error !== undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

export function YesNoField({ texts, place }: FieldProps) {
  const t = useText();
  const { touch } = useOpenForm();
  const { path, value, onChange } = place;
  const isWrong = texts.error !== undefined;
  return (
    <Radio.Group
      {...commonOf(texts)}
      name={path}
      value={value === true ? "yes" : value === false ? "no" : ""}
      onChange={(chosen) => onChange(chosen === "yes")}
      onBlur={() => touch(path)}
    >
      <div className={styles.yesNo}>
        <Radio value="yes" label={t("forms.word.yes")} error={isWrong} />
        <Radio value="no" label={t("forms.word.no")} error={isWrong} />
      </div>
      <Unset texts={texts} place={place} />
    </Radio.Group>
  );
}

export function AgreementField({ field, texts, place: { path, scope, value, onChange } }: Of<"agreement">) {
  const language = useLanguage();
  const { touch } = useOpenForm();
  const text = currentText(scope.settled, field.name);
  return (
    <fieldset className={styles.agreement}>
      <legend className={styles.agreementName}>
        {texts.label}
        {texts.required && <RequiredMark />}
      </legend>
      {field.documents && <AgreementDocuments documents={field.documents} />}
      <Checkbox
        name={path}
        label={text?.words[language]}
        checked={agreedVersion(value) > 0 && !isOutdated(scope.settled, field.name, value)}
        error={texts.error}
        onChange={(event) => {
          // The answer is the version that was read.
          onChange(event.currentTarget.checked && (text?.version ?? false));
          touch(path);
        }}
      />
    </fieldset>
  );
}
