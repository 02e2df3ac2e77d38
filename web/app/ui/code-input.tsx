/** The one-time code: one field drawn as six boxes, so that paste, autofill and screen readers see one number. */
import { type CSSProperties, useId } from "react";
import styles from "./code-input.module.css";
import { useText } from "./text.tsx";

/** docs/rules.md, Figures, dates and fields. */
const length = 6;

interface CodeInputProps {
  value: string;
  /** Only digits, at most six. */
  onChange: (digits: string) => void;
  /** All digits are entered. */
  onComplete?: (code: string) => void;
  label?: string;
  error?: string | undefined;
  autoFocus?: boolean;
  name?: string;
}

export function CodeInput({ value, onChange, onComplete, label, error, autoFocus, name = "code" }: CodeInputProps) {
  const t = useText();
  const id = useId();

  function take(text: string) {
    const digits = text.replace(/\D/g, "").slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label ?? t("ui.code.label")}</label>
      <div
        className={styles.boxes}
        style={{ "--length": length } as CSSProperties}
        data-error={error ? true : undefined}
      >
        <input
          id={id}
          name={name}
          className={styles.input}
          value={value}
          onChange={(event) => take(event.target.value)}
          onPaste={(event) => {
            event.preventDefault();
            take(event.clipboardData.getData("text"));
          }}
          onSelect={(event) => {
            const end = event.currentTarget.value.length;
            event.currentTarget.setSelectionRange(end, end);
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`\\d{${length}}`}
          maxLength={length}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page asks for nothing else
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {Array.from({ length }, (_, position) => (
          <span
            key={position}
            className={styles.box}
            data-next={position === Math.min(value.length, length - 1) || undefined}
            aria-hidden="true"
          >
            {value[position]}
          </span>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
