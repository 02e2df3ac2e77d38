/** Operating system and browser of a caller, from the specification's closed lists. */
import type { browserNames, operatingSystems } from "@portico/api/analytics.ts";
import Bowser from "bowser";

export interface Device {
  os: (typeof operatingSystems)[number];
  browserName: (typeof browserNames)[number];
}

const systems: Record<string, Device["os"]> = {
  Windows: "Windows",
  macOS: "MacOS",
  iOS: "MacOS",
  Linux: "Linux",
  Android: "Linux",
  "Chrome OS": "Linux",
};
/** Systems that the parser does not know. */
const unix = /\b(?:FreeBSD|OpenBSD|NetBSD|DragonFly|SunOS|AIX|HP-UX|IRIX|UNIX)\b/i;
const browsers: Record<string, Device["browserName"]> = {
  Chrome: "chrome",
  Chromium: "chrome",
  Firefox: "firefox",
  Safari: "safari",
  Opera: "opera",
  "Microsoft Edge": "edge",
};

/** Reads a User-Agent header; anything not in it is "no detection". */
export function parseDevice(userAgent: string): Device {
  if (userAgent === "") return { os: "no detection", browserName: "no detection" };
  const parser = Bowser.getParser(userAgent);
  return {
    os: systems[parser.getOSName()] ?? (unix.test(userAgent) ? "UNIX" : "no detection"),
    browserName: browsers[parser.getBrowserName()] ?? "no detection",
  };
}
