/** The page's only Trusted Types policy; imported before anything that could write to the document. */
interface PolicyFactory {
  createPolicy(
    name: "default",
    rules: Record<"createHTML" | "createScript" | "createScriptURL", (value: string) => string | null>,
  ): unknown;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;

/** Text of a style element is allowed, markup is not; scripts only from this origin and never from text. */
factory?.createPolicy("default", {
  createHTML: (html) => (html.includes("<") ? null : html),
  createScript: () => null,
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
