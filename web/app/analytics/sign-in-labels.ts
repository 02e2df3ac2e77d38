/** How a sign-in's place and device are written. */
import type { Language } from "@portico/messages/text.ts";

const browserNames: Record<string, string> = {
  chrome: "Chrome",
  firefox: "Firefox",
  safari: "Safari",
  opera: "Opera",
  edge: "Edge",
};

/** The browser's name; undefined if it was not recognised. */
export const browserLabel = (browser: string): string | undefined => browserNames[browser];

const systemNames: Record<string, string> = { MacOS: "macOS", Windows: "Windows", Linux: "Linux", UNIX: "UNIX" };

/** The system's name; undefined if it was not recognised. */
export const systemLabel = (os: string): string | undefined => systemNames[os];

const regions = new Map<Language, Intl.DisplayNames>();

/** The country in the reader's language; undefined without a code. */
export function countryLabel(language: Language, code: string | null): string | undefined {
  if (!code) return undefined;
  const names = regions.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  regions.set(language, names);
  try {
    return names.of(code) ?? code;
  } catch {
    // Not a code that the browser knows.
    return code;
  }
}
