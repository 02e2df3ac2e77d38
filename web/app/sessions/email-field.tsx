/** The e-mail of an account. */
import { TextInput } from "@mantine/core";
import { useText } from "../ui/text.tsx";

interface EmailFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** A fault to name. */
  wrong?: boolean;
  error?: string | undefined;
}

export function EmailField({ value, onChange, wrong, error }: EmailFieldProps) {
  const t = useText();
  return (
    <TextInput
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={254}
      required
      withAsterisk={false}
      label={t("sessions.field.email")}
      value={value}
      error={error ?? (wrong ? t("sessions.fault.email") : undefined)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
