/** The search over a staff list: asks the server once the typing pauses. */
import { TextInput } from "@mantine/core";
import { type RefObject, useEffect, useState } from "react";
import { Icon } from "../../../ui/icon.tsx";

const pauseMilliseconds = 250;

interface SearchFieldProps {
  label: string;
  /** As the address says it. */
  asked: string;
  onChange: (search: string) => void;
  field: RefObject<HTMLInputElement | null>;
}

export function SearchField({ label, asked, onChange, field }: SearchFieldProps) {
  const [typed, setTyped] = useState(asked);
  const [seen, setSeen] = useState(asked);
  const [sent, setSent] = useState(asked);
  // The address changed by other means, as by a saved view: it wins over what stands here. What was sent comes back late, while
  // more is being typed, and changes nothing.
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== sent) {
      setTyped(asked);
      setSent(asked);
    }
  }
  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange(typed);
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, asked, onChange]);
  return (
    <TextInput
      ref={field}
      size="sm"
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
