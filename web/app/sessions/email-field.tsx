/** The e-mail of an account. */

import { emailMaxLength } from "@portico/api/rules/email.ts";
import { LimitedInput } from "../ui/limited-input.tsx";
import { useText } from "../ui/text.tsx";

interface EmailFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Whether to show an error. */
  wrong?: boolean;
  error?: string | undefined;
  /** The browser may offer passkeys in it. */
  offersPasskeys?: boolean;
}

export function EmailField({ value, onChange, wrong, error, offersPasskeys }: EmailFieldProps) {
  const t = useText();
  return (
    <LimitedInput
      name="email"
      type="email"
      autoComplete={offersPasskeys ? "username webauthn" : "username"}
      inputMode="email"
      autoCapitalize="off"
      spellCheck={false}
      limit={emailMaxLength}
      required
      withAsterisk={false}
      label={t("sessions.field.email")}
      value={value}
      error={error ?? (wrong ? t("sessions.fault.email") : undefined)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
