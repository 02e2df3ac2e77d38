import { expect, test } from "vitest";
import { parseDevice } from "./device.ts";

const firefox = (system: string) => `Mozilla/5.0 (${system}; rv:115.0) Gecko/20100101 Firefox/115.0`;

test.each([
  ["Windows NT 10.0; Win64; x64", "Windows"],
  ["Macintosh; Intel Mac OS X 10.15", "MacOS"],
  ["X11; Linux x86_64", "Linux"],
  ["X11; Ubuntu; Linux x86_64", "Linux"],
  ["X11; FreeBSD amd64", "UNIX"],
  ["X11; OpenBSD amd64", "UNIX"],
  ["X11; NetBSD amd64", "UNIX"],
  ["X11; DragonFly x86_64", "UNIX"],
  ["X11; SunOS i86pc", "UNIX"],
  ["Amiga; AmigaOS 4.1", "no detection"],
] as const)("%s is %s", (system, os) => {
  expect(parseDevice(firefox(system))).toEqual({ os, browserName: "firefox" });
});
