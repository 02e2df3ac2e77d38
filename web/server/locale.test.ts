import { describe, expect, it } from "vitest";
import { detectLanguage, languageOfBrowser, languageOfPath } from "./locale.ts";

const headers = (cookie: string, accepts: string) => new Headers({ cookie, "accept-language": accepts });

describe("the language of a visitor", () => {
  it("is the cookie's before the browser's, and English where neither says", () => {
    expect(detectLanguage(headers("a=b; i18n_redirected=pl", "bg"))).toBe("pl");
    expect(detectLanguage(headers("i18n_redirected=xx", "bg-BG,bg;q=0.9,en;q=0.8"))).toBe("bg");
    expect(detectLanguage(headers("", "de,fr;q=0.5"))).toBe("en");
  });

  it("follows the weights of the browser's list", () => {
    expect(languageOfBrowser("de, en;q=0.3, pl;q=0.7")).toBe("pl");
    expect(languageOfBrowser("pl;q=0, en-GB;q=0.1")).toBe("en");
    expect(languageOfBrowser(null)).toBeUndefined();
  });

  it("is a path's whole first part", () => {
    expect(languageOfPath("/bg/login")).toBe("bg");
    expect(languageOfPath("/bg")).toBe("bg");
    expect(languageOfPath("/bgx")).toBeUndefined();
    expect(languageOfPath("/")).toBeUndefined();
  });
});
