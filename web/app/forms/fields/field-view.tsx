/** Shows a field of a step by its kind, with its hint, its error and the reviewer's remark. */

import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from "@mantine/core";
import { isAsked } from "@portico/api/forms/check-step.ts";
import { type Field, isEmpty, type StepScope } from "@portico/api/forms/field.ts";
import { agreedVersion, currentText, isOutdated } from "@portico/api/forms/settled.ts";
import { optionKey } from "@portico/api/forms/text-keys.ts";
import type { ReactNode } from "react";
import { formText } from "../../shell/form-text.ts";
import { PhoneField } from "../../ui/phone-field.tsx";
import { RequiredMark } from "../../ui/required-mark.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { AgreementDocuments } from "../answers/agreement-documents.tsx";
import { type FieldGroupProps, type FieldPlace, useOpenForm } from "../form-context.ts";
import styles from "../forms.module.css";
import { CountriesField, CountrySelect } from "./country-fields.tsx";
import { CurrencySelect } from "./currency-select.tsx";
import { DateField } from "./date-field.tsx";
import { type FieldTexts, useFieldTexts } from "./field-texts.ts";
import { FilesField } from "./files-field.tsx";
import { focusFieldSoon } from "./focus-field.ts";
import { GridField } from "./grid-field.tsx";
import { ListField } from "./list-field.tsx";
import { optionText } from "./option-text.ts";
import { OwnershipField } from "./ownership-field.tsx";
import { TestField } from "./test-field.tsx";

interface FieldViewProps {
  field: Field;
  /** Path of the field's parent. */
  within: string;
  scope: StepScope;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A field that is currently asked; nothing otherwise. */
export function FieldView({ field, within, scope, value, onChange }: FieldViewProps) {
  const { remarksAt } = useOpenForm();
  if (!isAsked(field, scope)) return null;
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
      <Input field={field} place={{ path, scope, value, onChange }} />
    </div>
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
/** Up to this many options are shown as radio buttons; more are a select. */
const maxOpen = 5;

function Input({ field, place }: { field: Field; place: FieldPlace }) {
  const t = useText();
  const language = useLanguage();
  const { touch } = useOpenForm();
  const texts = useFieldTexts(field, place);
  const { path, value, onChange } = place;
  const leave = () => touch(path);
  const common = { label: texts.label, description: texts.hint, error: texts.error, withAsterisk: texts.required };
  const isWrong = texts.error !== undefined;
  // An optional choice can be cleared.
  const unset = !texts.required && !isEmpty(value) && (
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
      return <DateField texts={texts} name={path} value={textOf(value)} onChange={onChange} onBlur={leave} />;
    case "phone":
      return (
        <PhoneField
          name={path}
          label={texts.label}
          {...(texts.hint && { hint: texts.hint })}
          error={texts.error}
          required={texts.required}
          withAsterisk={texts.required}
          value={textOf(value)}
          onChange={onChange}
        />
      );
    case "country":
      return <CountrySelect texts={texts} name={path} value={textOf(value)} onChange={onChange} onBlur={leave} />;
    case "countries":
      return <CountriesField texts={texts} name={path} value={value} onChange={onChange} onBlur={leave} />;
    case "currency":
      return <CurrencySelect texts={texts} name={path} value={textOf(value)} onChange={onChange} onBlur={leave} />;
    case "choice": {
      const options = field.offered?.(place.scope) ?? field.options;
      const scope = { t, language, settled: place.scope.settled };
      const labelled = options.map((option) => ({ value: option, label: optionText(scope, field.list, option) }));
      if (field.folded || options.length > maxOpen)
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
      const text = currentText(place.scope.settled, field.name);
      return (
        <Agreement texts={texts}>
          {field.documents && <AgreementDocuments documents={field.documents} />}
          <Checkbox
            name={path}
            label={text?.words[language]}
            checked={agreedVersion(value) > 0 && !isOutdated(place.scope.settled, field.name, value)}
            error={texts.error}
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
      return <FilesField field={field} texts={texts} value={value} onChange={onChange} />;
    case "list":
      return <ListField field={field} texts={texts} place={place} group={FieldGroup} />;
    case "grid":
      return <GridField field={field} texts={texts} place={place} group={FieldGroup} />;
    case "test":
      return <TestField texts={texts} place={place} />;
    default:
      return <OwnershipField field={field} texts={texts} place={place} group={FieldGroup} />;
  }
}

function Agreement({ texts, children }: { texts: FieldTexts; children: ReactNode }) {
  return (
    <fieldset className={styles.agreement}>
      <legend className={styles.agreementName}>
        {texts.label}
        {texts.required && <RequiredMark />}
      </legend>
      {children}
    </fieldset>
  );
}

/** The fields of a list entry, grid row or owner, edited as parts of one answer. */
function FieldGroup({ fields, answers, scope, within, onChange }: FieldGroupProps) {
  const inner = { ...scope, siblings: answers };
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          within={within}
          scope={inner}
          value={answers[field.name]}
          onChange={(value) => onChange({ ...answers, [field.name]: value })}
        />
      ))}
    </div>
  );
}
