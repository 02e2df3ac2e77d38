/** Filters of a list: beside each other on a desk, folded behind one button on a phone. */

import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./phone-filters.module.css";
import { useText } from "./text.tsx";

interface PhoneFiltersProps {
  /** How many filters are set: the folded ones must not be forgotten. */
  set: number;
  children: ReactNode;
}

export function PhoneFilters({ set, children }: PhoneFiltersProps) {
  const t = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.filters} data-no-print>
      <Button
        className={styles.button ?? ""}
        variant="default"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Icon name={isOpen ? "up" : "down"} size={16} />}
        onClick={() => setOpen(!isOpen)}
      >
        {t("ui.filters.title", { count: set })}
      </Button>
      <div id={id} className={styles.fields} data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  );
}
