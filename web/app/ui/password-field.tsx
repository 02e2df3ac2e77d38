/** A password, shown on demand; a new one with a strength meter. */
import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { excessText } from "./excess-text.ts";
import { Icon } from "./icon.tsx";
import styles from "./password-field.module.css";
import { useText } from "./text.tsx";

interface PasswordFieldProps extends Omit<PasswordInputProps, "value" | "onChange"> {
  value: string;
  onChange: (value: string) => void;
  /** The most characters. */
  limit: number;
}

/** For signing in, and for the current password. */
export function PasswordField({ value, onChange, label, error: given, limit, ...rest }: PasswordFieldProps) {
  const t = useText();
  const [visible, setVisible] = useState(false);
  const error = excessText(t, value, limit) ?? given;
  return (
    <PasswordInput
      label={label ?? t("ui.password.label")}
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      aria-invalid={error ? true : undefined}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleButtonProps={{ "aria-label": t(visible ? "ui.password.hide" : "ui.password.show"), tabIndex: 0 }}
      {...rest}
    />
  );
}

const VisibilityIcon = ({ reveal }: { reveal: boolean }) => <Icon name={reveal ? "eyeOff" : "eye"} />;

type Strength = 0 | 1 | 2 | 3 | 4;

interface NewPasswordFieldProps extends PasswordFieldProps {
  minLength: number;
  /** The person's own words that make a password weak: name, e-mail. */
  personalInputs?: string[];
}

/** For registering and for a change. */
export function NewPasswordField({ minLength, personalInputs, ...rest }: NewPasswordFieldProps) {
  const t = useText();
  const strength = useStrength(rest.value, personalInputs ?? []);
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        description={t("ui.password.hint", { length: minLength })}
        minLength={minLength}
        {...rest}
      />
      <Meter strength={strength !== undefined && rest.value.length < minLength ? 0 : strength} />
    </div>
  );
}

/** undefined until something is typed and the meter is loaded. */
function useStrength(password: string, personalInputs: string[]): Strength | undefined {
  const [strength, setStrength] = useState<Strength>();
  const joinedInputs = personalInputs.join(" ");
  useEffect(() => {
    if (password === "") return undefined;
    let current = true;
    const timer = setTimeout(() => {
      import("./password-strength.ts").then(
        ({ measureStrength: strengthOf }) => current && setStrength(strengthOf(password, joinedInputs.split(" "))),
        () => undefined,
      );
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [password, joinedInputs]);
  return password === "" ? undefined : strength;
}

function Meter({ strength }: { strength: Strength | undefined }) {
  const t = useText();
  return (
    <div className={styles.meter}>
      <div className={styles.bars} data-strength={strength} aria-hidden="true">
        {[0, 1, 2, 3].map((bar) => (
          <span key={bar} data-on={strength !== undefined && (strength > bar || bar === 0) ? true : undefined} />
        ))}
      </div>
      <p aria-live="polite">
        {strength !== undefined && t("ui.password.strength", { level: t(`ui.password.level${strength}`) })}
      </p>
    </div>
  );
}
