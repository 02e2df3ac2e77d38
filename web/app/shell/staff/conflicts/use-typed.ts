/** What is typed on top of content that colleagues may save meanwhile. */
import { useState } from "react";
import { mergeChanges } from "./three-way.ts";

interface Typed<Content, Version> {
  content: Content;
  /** What was read when typing began, and its version: a save in between is noticed. */
  base: Content;
  version: Version;
}

/** `read` is as the page has it now; `version` changes with each save. `draft` is typed from the beginning, such as a former value. */
export function useTyped<Content, Version>(read: Content, version: Version, draft?: Content) {
  const [typed, setTyped] = useState<Typed<Content, Version> | undefined>(
    () => draft && { content: draft, base: read, version },
  );
  return {
    content: typed?.content ?? read,
    /** The version that saving is based on. */
    version: typed ? typed.version : version,
    isChanged: typed !== undefined,
    isOvertaken: typed !== undefined && typed.version !== version,
    /** What keeping one's own gives: also what colleagues changed elsewhere. */
    merged: (): Content => (typed ? mergeChanges(typed.base, typed.content, read) : read),
    change: (content: Content) => setTyped((now) => ({ base: read, version, ...now, content })),
    /** Goes on with one's own on top of what is stored now. */
    keepMine: () =>
      setTyped((now) => now && { content: mergeChanges(now.base, now.content, read), base: read, version }),
    discard: () => setTyped(undefined),
    /** What was sent is stored as this version; what was typed meanwhile stays, on top of it. */
    settle: (sent: Content, saved: Version) =>
      setTyped((now) => (now && now.content !== sent ? { ...now, base: sent, version: saved } : undefined)),
  };
}
