/** Short names, each of a limited length: one that is too long stays in the field until it is shortened. */

import { isLongerThan } from "@portico/api/rules/characters.ts";
import { type ComponentProps, useState } from "react";
import { excessText } from "../../ui/excess-text.ts";
import { TagsInput } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";

interface LimitedTagsProps extends ComponentProps<typeof TagsInput> {
  /** The most characters of one. */
  limit: number;
  /** All of them; each fits. */
  onChange: (names: string[]) => void;
}

export function LimitedTags({ limit, onChange, ...rest }: LimitedTagsProps) {
  const t = useText();
  const [typed, setTyped] = useState("");
  return (
    <TagsInput
      {...rest}
      searchValue={typed}
      onSearchChange={setTyped}
      error={excessText(t, typed, limit)}
      onChange={(names) => {
        const long = names.find((name) => isLongerThan(name.trim(), limit));
        // The field empties itself after this.
        if (long !== undefined) queueMicrotask(() => setTyped(long));
        else onChange(names);
      }}
    />
  );
}
