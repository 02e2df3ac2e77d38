/** Why staff match or close a payment against what was expected. */
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { useText } from "../../ui/text.tsx";

interface ReasonFieldProps {
  description: string;
  value: string;
  /** The form was sent without a reason. */
  isMissing: boolean;
  /** False where only some choices need a reason. */
  isRequired?: boolean;
  /** Has the focus when the dialog opens: by default if every choice needs it. */
  isFirst?: boolean;
  onChange: (value: string) => void;
}

export function ReasonField(props: ReasonFieldProps) {
  const { description, value, isMissing, isRequired = true, isFirst = isRequired, onChange } = props;
  const t = useText();
  return (
    <LimitedTextarea
      name="reason"
      label={t("admin.payments.reason")}
      description={description}
      autosize
      minRows={2}
      maxRows={8}
      limit={messageMaxLength}
      data-autofocus={isFirst || undefined}
      required={isRequired}
      value={value}
      error={isMissing && value.trim() === "" ? t("admin.payments.reasonMissing") : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
