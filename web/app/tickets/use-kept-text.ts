/** A text that is being written, with its files: kept on this device until it is sent or thrown away. */

import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { holderKey } from "../shell/session/active-holder.ts";
import { currentWriter, formKeyPrefix, readKept, writeKept } from "../shell/storage.ts";
import type { FieldFile } from "../ui/uploads.ts";

export interface KeptText {
  title: string;
  topic: string;
  content: string;
  files: readonly FieldFile[];
  /** Of the call that sends it: the same text sent twice is one. */
  key: string;
}

type Part = Partial<Omit<KeptText, "key">>;

const none: Omit<KeptText, "key"> = { title: "", topic: "", content: "", files: [] };
const fresh = (): KeptText => ({ ...none, key: crypto.randomUUID() });

function read(name: string): KeptText {
  try {
    const kept: unknown = JSON.parse(readKept(name) ?? "null");
    if (kept !== null && typeof kept === "object") return { ...fresh(), ...(kept as Partial<KeptText>) };
  } catch {
    // Not written by this version: nothing is kept.
  }
  return fresh();
}

const write = (name: string, text: KeptText | null): void =>
  writeKept(currentWriter(), name, text && JSON.stringify(text));

const nameOf = (holder: Holder, about: string): string => `${formKeyPrefix}ticket.${holderKey(holder)}.${about}`;
const isText = ({ title, content, files }: KeptText): boolean =>
  title.trim() !== "" || content.trim() !== "" || files.length > 0;

/** Whether something is kept there. */
export const isKept = (holder: Holder, about: string): boolean => isText(read(nameOf(holder, about)));

/** What is kept for one ticket is kept for the other one, after what is there already; a new one gets the title. */
export function moveKeptText(holder: Holder, from: string, to: string, title = ""): void {
  const [moved, there] = [read(nameOf(holder, from)), read(nameOf(holder, to))];
  if (!isText(moved)) return;
  write(nameOf(holder, to), {
    ...there,
    title: there.title || title,
    content: [there.content, moved.content].filter((text) => text.trim() !== "").join("\n\n"),
    files: [...there.files, ...moved.files],
    key: crypto.randomUUID(),
  });
  write(nameOf(holder, from), null);
}

/** `about` tells the texts of a holder apart: a new ticket, or a ticket's id. */
export function useKeptText(holder: Holder, about: string) {
  const name = nameOf(holder, about);
  const [text, setText] = useState(() => read(name));
  /** What is changed is another text, with a key of its own. */
  const set = (part: Part | ((before: KeptText) => Part)) =>
    setText((before) => {
      const after = { ...before, ...(typeof part === "function" ? part(before) : part), key: crypto.randomUUID() };
      const isEmpty = after.title === "" && after.content === "" && after.files.length === 0;
      write(name, isEmpty ? null : after);
      return after;
    });
  const clear = () => {
    write(name, null);
    setText(fresh());
  };
  return { text, set, clear, isBegun: isText(text) };
}
