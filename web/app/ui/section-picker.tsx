/** Selects one of a few parts of a page; as links, the choice is in the address. */
import { Link } from "react-router";
import styles from "./section-picker.module.css";
import { useText } from "./text.tsx";

interface PickedSection {
  id: string;
  label: string;
  /** How many are in it, if that is shown; its place is kept until it is known. */
  count?: number | undefined;
  /** What the reader has to know of it before opening it, such as that something is missing. */
  mark?: string;
  /** If the section has its own address. */
  to?: string;
}

interface SectionPickerProps {
  sections: readonly PickedSection[];
  current: string;
  onPick?: (id: string) => void;
  label?: string;
}

export function SectionPicker({ sections, current, onPick, label }: SectionPickerProps) {
  const t = useText();
  return (
    <nav className={styles.picker} aria-label={label ?? t("ui.section.choose")} data-no-print>
      {sections.map((section) =>
        section.to === undefined ? (
          <button
            key={section.id}
            type="button"
            aria-pressed={section.id === current}
            onClick={() => onPick?.(section.id)}
          >
            <Label {...section} />
          </button>
        ) : (
          <Link
            key={section.id}
            to={section.to}
            preventScrollReset
            aria-current={section.id === current ? "page" : undefined}
          >
            <Label {...section} />
          </Link>
        ),
      )}
    </nav>
  );
}

function Label({ label, ...section }: PickedSection) {
  return (
    <>
      {label}
      {"count" in section && (
        <>
          {" "}
          <span className={styles.count}>{section.count !== undefined && `(${section.count})`}</span>
        </>
      )}
      {section.mark && (
        <>
          {" "}
          <span className={styles.mark}>{section.mark}</span>
        </>
      )}
    </>
  );
}
