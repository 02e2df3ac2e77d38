/** A label and its value, where a reader may not change it. */
import type { ReactNode } from "react";
import styles from "./read-value.module.css";

interface ReadValueProps {
  label: ReactNode;
  /** Nothing is written as a dash. */
  value: ReactNode;
  className?: string | undefined;
  /** Of the value. */
  lang?: string | undefined;
}

/** A label and its value. */
export function ReadValue({ label, value, className, lang }: ReadValueProps) {
  return (
    <dl className={[styles.read, className].filter(Boolean).join(" ")}>
      <dt>{label}</dt>
      <dd lang={lang}>{value === "" || value === undefined || value === null ? "–" : value}</dd>
    </dl>
  );
}

export interface Labelled {
  label?: ReactNode;
  "aria-label"?: string | undefined;
  className?: string | undefined;
  lang?: string | undefined;
}

/** The value of a field, under its label. */
export const readFrom = (props: Labelled, value: ReactNode) => (
  <ReadValue label={props.label ?? props["aria-label"]} value={value} className={props.className} lang={props.lang} />
);
