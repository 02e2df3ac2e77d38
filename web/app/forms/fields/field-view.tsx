/** Shows a field of a step by its kind, with its hint, its error and the reviewer's remark. */

import { isAsked } from "@portico/api/forms/check-step.ts";
import type { Field, StepScope } from "@portico/api/forms/field.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { PhoneField } from "../../ui/phone-field.tsx";
import { type FieldGroupProps, type FieldPlace, useOpenForm } from "../form-context.ts";
import styles from "../forms.module.css";
import { AmountField } from "./amount-field.tsx";
import { AgreementField, ChoiceField, ChoicesField, YesNoField } from "./choice-fields.tsx";
import { CountriesField, CountrySelect } from "./country-fields.tsx";
import { CurrencySelect } from "./currency-select.tsx";
import { DateField } from "./date-field.tsx";
import { useFieldTexts } from "./field-texts.ts";
import { FilesField } from "./files-field.tsx";
import { GridField } from "./grid-field.tsx";
import { ListField } from "./list-field.tsx";
import { OwnershipField } from "./ownership-field.tsx";
import { PersonFilesField } from "./person-files-field.tsx";
import { PersonsField } from "./persons-field.tsx";
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

function Input({ field, place }: { field: Field; place: FieldPlace }) {
  const { touch } = useOpenForm();
  const texts = useFieldTexts(field, place);
  const { path, value, onChange } = place;
  const leave = () => touch(path);
  const common = { label: texts.label, description: texts.hint, error: texts.error, withAsterisk: texts.required };
  switch (field.kind) {
    case "text":
    case "latin":
    case "identifier":
    case "email":
      return (
        <LimitedInput
          {...common}
          name={path}
          type={field.kind === "email" ? "email" : "text"}
          value={textOf(value)}
          limit={field.max ?? 120}
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
        <LimitedTextarea
          {...common}
          name={path}
          value={textOf(value)}
          autosize
          minRows={field.kind === "longText" ? 3 : 2}
          limit={field.max ?? 2000}
          spellCheck={field.kind === "machineReadable" ? false : undefined}
          className={field.kind === "machineReadable" ? styles.zone : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={leave}
        />
      );
    case "percent":
      return (
        <LimitedInput
          {...common}
          name={path}
          inputMode="decimal"
          rightSection="%"
          value={textOf(value)}
          limit={9}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={leave}
        />
      );
    case "amount":
      return <AmountField texts={texts} name={path} value={textOf(value)} onChange={onChange} onBlur={leave} />;
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
    case "choice":
      return <ChoiceField field={field} texts={texts} place={place} />;
    case "choices":
      return <ChoicesField field={field} texts={texts} place={place} />;
    case "persons":
      return <PersonsField field={field} texts={texts} place={place} />;
    case "yesNo":
      return <YesNoField texts={texts} place={place} />;
    case "agreement":
      return <AgreementField field={field} texts={texts} place={place} />;
    case "files":
      return <FilesField field={field} texts={texts} value={value} onChange={onChange} />;
    case "personFiles":
      return <PersonFilesField field={field} texts={texts} place={place} />;
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
