/** The search of a list: queries the server when typing pauses. */
import { isLongerThan } from "@portico/api/rules/characters.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { takeFocus } from "../ui/focus-back.ts";
import { Icon } from "../ui/icon.tsx";
import { LimitedInput } from "../ui/limited-input.tsx";

const pauseMilliseconds = 250;
/** Of what the lists search for; a longer text is not sent. */
const longest = 120;

interface SearchFieldProps {
  label: string;
  /** The search in the address. */
  asked: string;
  onChange: (search: string) => void;
  /** The target of `/` in staff's lists. */
  field?: RefObject<HTMLInputElement | null>;
  /** It was opened to be typed in. */
  takesFocus?: boolean;
}

export function SearchField({ label, asked, onChange, field, takesFocus = false }: SearchFieldProps) {
  const [typed, setTyped] = useState(asked);
  const { key } = useLocation();
  const [seen, setSeen] = useState({ asked, key });
  const [sent, setSent] = useState<readonly string[]>([]);
  // The address changed by other means, such as a saved view: it replaces the field's content. The field's own values
  // arrive late, more than one of them on a slow device, while typing continues, and change nothing. One that never
  // arrives was overtaken by another navigation, which may have led back to the search before it.
  if (asked !== seen.asked || key !== seen.key) {
    setSeen({ asked, key });
    const arrived = sent.indexOf(asked);
    if (arrived >= 0) setSent(sent.slice(arrived + 1));
    else if (asked !== seen.asked || sent.length > 0) {
      setTyped(asked);
      setSent([]);
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setSent((before) => [...before, typed]);
    onChange(typed);
  }, [typed, onChange]);
  useEffect(() => {
    if (typed === asked || isLongerThan(typed.trim(), longest)) return undefined;
    timer.current = setTimeout(send, pauseMilliseconds);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [typed, asked, send]);
  return (
    <LimitedInput
      {...(takesFocus ? { ref: takeFocus } : field && { ref: field })}
      size="sm"
      type="search"
      aria-label={label}
      aria-keyshortcuts={field && "/"}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      limit={longest}
      value={typed}
      // Before what is clicked meanwhile: sent later, the search would cancel the way to a clicked row.
      onBlur={() => timer.current !== undefined && send()}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
