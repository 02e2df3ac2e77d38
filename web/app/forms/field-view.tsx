/** Shows a field of a step by its kind, with its hint, its error and the reviewer's remark. */

import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from "@mantine/core";
import { isAsked } from "@portico/api/forms/check-step.ts";
import { type Around, type Field, isEmpty } from "@portico/api/forms/field.ts";
import { agreedVersion, currentText, isOutdated } from "@portico/api/forms/settled.ts";
import { optionKey } from "@portico/api/forms/text-keys.ts";
import type { ReactNode } from "react";
import { formText } from "../shell/form-text.ts";
import { PhoneField } from "../ui/phone-field.tsx";
import { RequiredMark } from "../ui/required-mark.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { AgreementDocuments } from "./agreement-documents.tsx";
import { CountriesField, CountrySelect } from "./country-fields.tsx";
import { CurrencySelect } from "./currency-select.tsx";
import { DateField } from "./date-field.tsx";
import { FilesField } from "./files-field.tsx";
import { focusFieldSoon } from "./focus-field.ts";
import { type FieldGroupProps, type FieldPlace, useOpenForm } from "./form-context.ts";
import styles from "./forms.module.css";
import { GridField } from "./grid-field.tsx";
import { ListField } from "./list-field.tsx";
import { optionText } from "./option-text.ts";
import { OwnershipField } from "./ownership-field.tsx";
import { TestField } from "./test-field.tsx";
import { useWords, type Words } from "./words.ts";

interface FieldViewProps {
  field: Field;
  /** Path of the field's parent. */
  within: string;
  around: Around;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A field that is currently asked; nothing otherwise. */
export function FieldView({ field, within, around, value, onChange }: FieldViewProps) {
  const { remarksAt } = useOpenForm();
  if (!isAsked(field, around)) return null;
  const path = `${within}.${field.name}`;
  const remarks = remarksAt(path);
  return (
    <div
      className={styles.field}
      data-half={field.half || undefined}
      data-remarked={remarks.length > 0 || undefined}
      id={path}
    >
      {remarks.map((text) => (
        <p key={text} className={styles.remark}>
          {text}
        </p>
      ))}
      <Input field={field} place={{ path, around, value, onChange }} />
    </div>
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
/** Up to this many options are shown as radio buttons; more are a select. */
const mostOpen = 5;

function Input({ field, place }: { field: Field; place: FieldPlace }) {
  const t = useText();
  const language = useLanguage();
  const { touch } = useOpenForm();
  const words = useWords(field, place);
  const { path, value, onChange } = place;
  const leave = () => touch(path);
  const common = { label: words.label, description: words.hint, error: words.error, withAsterisk: words.required };
  const isWrong = words.error !== undefined;
  // An optional choice can be cleared.
  const unset = !words.required && !isEmpty(value) && (
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
  switch (field.kind) {
    case "text":
    case "latin":
    case "identifier":
    case "email":
      return (
        <TextInput
          {...common}
          name={path}
          type={field.kind === "email" ? "email" : "text"}
          value={textOf(value)}
          maxLength={(field.max ?? 120) + 20}
          autoComplete={field.autocomplete ?? "off"}
          spellCheck={field.kind === "identifier" || field.kind === "latin" ? false : undefined}
          autoCapitalize={field.kind === "identifier" ? "characters" : undefined}
          className={field.kind === "identifier" ? styles.identifier : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={leave}
        />
      );
    case "longText":
    case "machineReadable":
      return (
        <Textarea
          {...common}
          name={path}
          value={textOf(value)}
          autosize
          minRows={field.kind === "longText" ? 3 : 2}
          maxLength={(field.max ?? 2000) + 100}
          spellCheck={field.kind === "machineReadable" ? false : undefined}
          className={field.kind === "machineReadable" ? styles.zone : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={leave}
        />
      );
    case "percent":
      return (
        <TextInput
          {...common}
          name={path}
          inputMode="decimal"
          rightSection="%"
          value={textOf(value)}
          maxLength={9}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={leave}
        />
      );
    case "date":
      return <DateField words={words} name={path} value={textOf(value)} onChange={onChange} onBlur={leave} />;
    case "phone":
      return (
        <PhoneField
          name={path}
          label={words.label}
          {...(words.hint && { hint: words.hint })}
          error={words.error}
          required={words.required}
          withAsterisk={words.required}
          value={textOf(value)}
          onChange={onChange}
        />
      );
    case "country":
      return <CountrySelect words={words} name={path} value={textOf(value)} onChange={onChange} onBlur={leave} />;
    case "countries":
      return <CountriesField words={words} name={path} value={value} onChange={onChange} onBlur={leave} />;
    case "currency":
      return <CurrencySelect words={words} name={path} value={textOf(value)} onChange={onChange} onBlur={leave} />;
    case "choice": {
      const options = field.offered?.(place.around) ?? field.options;
      const around = { t, language, settled: place.around.settled };
      const labelled = options.map((option) => ({ value: option, label: optionText(around, field.list, option) }));
      if (field.folded || options.length > mostOpen)
        return (
          <NativeSelect
            {...common}
            name={path}
            value={textOf(value)}
            data={[{ value: "", label: t("forms.choose") }, ...labelled]}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={leave}
          />
        );
      return (
        <Radio.Group {...common} name={path} value={textOf(value)} onChange={onChange} onBlur={leave}>
          <div className={styles.options}>
            {labelled.map((option) => (
              <Radio key={option.value} value={option.value} label={option.label} error={isWrong} />
            ))}
          </div>
          {unset}
        </Radio.Group>
      );
    }
    case "choices":
      return (
        <Checkbox.Group
          {...common}
          value={Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []}
          onChange={(chosen) => {
            onChange(chosen);
            leave();
          }}
        >
          <div className={styles.options}>
            {field.options.map((option) => (
              <Checkbox
                key={option}
                value={option}
                name={path}
                label={formText(t, optionKey(field.list, option))}
                error={isWrong}
              />
            ))}
          </div>
        </Checkbox.Group>
      );
    case "yesNo":
      return (
        <Radio.Group
          {...common}
          name={path}
          value={value === true ? "yes" : value === false ? "no" : ""}
          onChange={(chosen) => onChange(chosen === "yes")}
          onBlur={leave}
        >
          <div className={styles.yesNo}>
            <Radio value="yes" label={t("forms.word.yes")} error={isWrong} />
            <Radio value="no" label={t("forms.word.no")} error={isWrong} />
          </div>
          {unset}
        </Radio.Group>
      );
    case "agreement": {
      const text = currentText(place.around.settled, field.name);
      return (
        <Agreement words={words}>
          {field.documents && <AgreementDocuments documents={field.documents} />}
          <Checkbox
            name={path}
            label={text?.words[language]}
            checked={agreedVersion(value) > 0 && !isOutdated(place.around.settled, field.name, value)}
            error={words.error}
            onChange={(event) => {
              // The answer is the version that was read.
              onChange(event.currentTarget.checked && (text?.version ?? false));
              leave();
            }}
          />
        </Agreement>
      );
    }
    case "files":
      return <FilesField field={field} words={words} value={value} onChange={onChange} />;
    case "list":
      return <ListField field={field} words={words} place={place} group={FieldGroup} />;
    case "grid":
      return <GridField field={field} words={words} place={place} group={FieldGroup} />;
    case "test":
      return <TestField words={words} place={place} />;
    default:
      return <OwnershipField field={field} words={words} place={place} group={FieldGroup} />;
  }
}

function Agreement({ words, children }: { words: Words; children: ReactNode }) {
  return (
    <fieldset className={styles.agreement}>
      <legend className={styles.agreementName}>
        {words.label}
        {words.required && <RequiredMark />}
      </legend>
      {children}
    </fieldset>
  );
}

/** The fields of a list entry, grid row or owner, edited as parts of one answer. */
function FieldGroup({ fields, answers, around, within, onChange }: FieldGroupProps) {
  const beside = { ...around, beside: answers };
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          within={within}
          around={beside}
          value={answers[field.name]}
          onChange={(value) => onChange({ ...answers, [field.name]: value })}
        />
      ))}
    </div>
  );
}
