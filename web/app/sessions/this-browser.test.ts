import { expect, test } from "vitest";
import { parseBrowser } from "./this-browser.ts";

const agents = {
  edge: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0",
  opera: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Safari/537.36 OPR/120.0",
  safari: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1",
  firefox: "Mozilla/5.0 (X11; FreeBSD amd64; rv:150.0) Gecko/20100101 Firefox/150.0",
  chrome: "Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36",
};

test("each browser is told from those whose names it also carries", () => {
  for (const [name, agent] of Object.entries(agents)) expect(parseBrowser(agent).browserName).toBe(name);
});

test("systems are of the specification's list, a phone's too", () => {
  expect(Object.values(agents).map((agent) => parseBrowser(agent).os)).toEqual([
    "Windows",
    "Linux",
    "MacOS",
    "UNIX",
    "Linux",
  ]);
  expect(parseBrowser("curl/8")).toEqual({ os: "no detection", browserName: "no detection" });
});
