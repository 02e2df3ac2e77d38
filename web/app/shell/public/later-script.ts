/**
 * Loads the application of a page that is complete without it when a reader turns to something that can be tried out: a form
 * comes near the screen, or a key or pointer is used.
 */

/** A property of the window: a promise that is kept once the page's modules are there (entry.client.tsx). */
export const modulesReady = "porticoModules";

/** Addresses of modules; of a route, one or several. */
export interface LaterModules {
  manifest: string;
  routes: [id: string, modules: string[]][];
  entry: string;
}

/* v8 ignore start -- runs in the browser as text */
function loadLater({ manifest, routes, entry }: LaterModules, readyName: string): void {
  const signs = ["pointerdown", "keydown", "focusin"];
  let isBegun = false;
  const load = async (): Promise<void> => {
    let tell = (): void => undefined;
    // A module of a route may bring the entry with it, which waits for the others.
    Reflect.set(window, readyName, new Promise<void>((resolve) => (tell = resolve)));
    await import(manifest);
    const modules: Record<string, object> = {};
    // In their order: the root's first import guards the document.
    for (const [id, addresses] of routes) {
      const parts: object[] = [];
      for (const address of addresses) parts.push(await import(address));
      modules[id] = Object.assign({}, ...parts);
    }
    Reflect.set(window, "__reactRouterRouteModules", modules);
    tell();
    await import(entry);
  };
  const begin = (): void => {
    for (const sign of signs) removeEventListener(sign, begin);
    if (isBegun) return;
    isBegun = true;
    void load();
  };
  for (const sign of signs) addEventListener(sign, begin, { passive: true });
  addEventListener("DOMContentLoaded", () => {
    const near = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) begin();
      },
      { rootMargin: "100px" },
    );
    for (const form of document.querySelectorAll("form")) near.observe(form);
  });
}
/* v8 ignore stop */

/** The script's text. */
export const laterScriptText = (modules: LaterModules): string =>
  // JSON in a script must not be able to end it.
  `(${String(loadLater)})(${JSON.stringify(modules).replaceAll("<", "\\u003c")},${JSON.stringify(modulesReady)})`;
