/** Operating system and browser, from the specification's closed lists. */
import type { browserNames, operatingSystems } from "@portico/api/analytics.ts";

interface ThisBrowser {
  os: (typeof operatingSystems)[number];
  browserName: (typeof browserNames)[number];
}

/** First match wins: Android also says Linux, and iPads say Macintosh. */
const systems: readonly (readonly [RegExp, ThisBrowser["os"]])[] = [
  [/Windows/, "Windows"],
  [/Mac OS|Macintosh|iPhone|iPad/, "MacOS"],
  [/Linux|Android/, "Linux"],
  [/X11|BSD|CrOS|SunOS/, "UNIX"],
];

/** First match wins: nearly every browser also says Chrome and Safari. */
const browsers: readonly (readonly [RegExp, ThisBrowser["browserName"]])[] = [
  [/Edg(e|A|iOS)?\//, "edge"],
  [/OPR\/|Opera|OPT\//, "opera"],
  [/Firefox\/|FxiOS\//, "firefox"],
  [/Chrome\/|Chromium\/|CriOS\//, "chrome"],
  [/Safari\//, "safari"],
];

const firstOf = <Name extends string>(
  known: readonly (readonly [RegExp, Name])[],
  userAgent: string,
): Name | "no detection" => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "no detection";

export const parseBrowser = (userAgent: string): ThisBrowser => ({
  os: firstOf(systems, userAgent),
  browserName: firstOf(browsers, userAgent),
});
