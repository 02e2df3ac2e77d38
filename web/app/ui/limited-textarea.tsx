/** A field of several lines for a text of a limited length (excess-text.ts). */
import { Textarea } from "@mantine/core";
import type { ComponentProps } from "react";
import { excessText, type Limited } from "./excess-text.ts";
import { readFrom } from "./read-value.tsx";
import { useText } from "./text.tsx";

export function LimitedTextarea({ limit, error, readOnly, ...rest }: ComponentProps<typeof Textarea> & Limited) {
  const t = useText();
  if (readOnly) return readFrom(rest, rest.value);
  return <Textarea {...rest} error={excessText(t, rest.value, limit) ?? error} />;
}
