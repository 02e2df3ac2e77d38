/** A field of one line for a text of a limited length (excess-text.ts). Apart from the field of several, which is larger. */
import { TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { excessText, type Limited } from "./excess-text.ts";
import { readFrom } from "./read-value.tsx";
import { useText } from "./text.tsx";

export function LimitedInput({ limit, error, readOnly, ...rest }: ComponentProps<typeof TextInput> & Limited) {
  const t = useText();
  if (readOnly) return readFrom(rest, rest.value);
  return <TextInput {...rest} error={excessText(t, rest.value, limit) ?? error} />;
}
