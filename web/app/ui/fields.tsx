/**
 * Fields of forms that not every reader may change: with `readOnly` each is its label and its value as text, as a
 * description list, instead of a field that looks as if it could be typed into.
 */
import {
  Checkbox as CheckboxField,
  type CheckboxProps,
  NativeSelect as NativeSelectField,
  type NativeSelectProps,
  NumberInput as NumberField,
  type NumberInputProps,
  Switch as SwitchField,
  type SwitchProps,
  TagsInput as TagsField,
  type TagsInputProps,
  Textarea as TextareaField,
  type TextareaProps,
  TextInput as TextField,
  type TextInputProps,
} from "@mantine/core";
import { formatExact } from "./format.ts";
import { type Labelled, readFrom } from "./read-value.tsx";
import { useLanguage, useText } from "./text.tsx";

type Readable<Props> = Props & { readOnly?: boolean | undefined };

export const TextInput = ({ readOnly, ...props }: Readable<TextInputProps>) =>
  readOnly ? readFrom(props, props.value) : <TextField {...props} />;

export const Textarea = ({ readOnly, ...props }: Readable<TextareaProps>) =>
  readOnly ? readFrom(props, props.value) : <TextareaField {...props} />;

export const NumberInput = ({ readOnly, ...props }: Readable<NumberInputProps>) =>
  readOnly ? <ReadNumber {...props} /> : <NumberField {...props} />;

function ReadNumber({ value = "", suffix = "", ...props }: NumberInputProps) {
  const language = useLanguage();
  return readFrom(props, value === "" ? "" : `${formatExact(language, value)}${suffix}`);
}

export const TagsInput = ({ readOnly, ...props }: Readable<TagsInputProps>) =>
  readOnly ? readFrom(props, props.value?.join(", ")) : <TagsField {...props} />;

/** What the chosen value is called. */
function chosenLabel({ data = [], value }: Pick<NativeSelectProps, "data" | "value">): string {
  const wanted = String(value ?? "");
  const items = data.flatMap((one) => (typeof one === "object" && "group" in one ? one.items : [one]));
  // Of a choice that is not offered, or not known yet, the value alone would mean nothing.
  const chosen = items.find((one) => (typeof one === "string" ? one : one.value) === wanted);
  return typeof chosen === "object" && "label" in chosen ? chosen.label : chosen === undefined ? "" : wanted;
}

export const NativeSelect = ({ readOnly, ...props }: Readable<NativeSelectProps>) =>
  readOnly ? readFrom(props, chosenLabel(props)) : <NativeSelectField {...props} />;

function ReadAnswer(props: Labelled & { checked?: boolean | undefined }) {
  const t = useText();
  return readFrom(props, t(props.checked ? "ui.answer.yes" : "ui.answer.no"));
}
const answerFrom = ({
  label,
  "aria-label": name,
  className,
  checked,
}: Labelled & { checked?: boolean | undefined }) => (
  <ReadAnswer label={label} aria-label={name} className={className} checked={checked} />
);

export const Switch = ({ readOnly, ...props }: Readable<SwitchProps>) =>
  readOnly ? answerFrom(props) : <SwitchField {...props} />;

export const Checkbox = ({ readOnly, ...props }: Readable<CheckboxProps>) =>
  readOnly ? answerFrom(props) : <CheckboxField {...props} />;
