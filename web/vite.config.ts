import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { api } from "@portico/api";
import type { Endpoint, Endpoints } from "@portico/api/endpoint.ts";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { declaredModules } from "./declared-modules.ts";
import { helpPages } from "./help-pages.ts";
import { stylesOfSides } from "./styles-of-sides.ts";

const packageOf = (id: string): string | undefined => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];

/** Paths of the lists below that no module has had so far. */
const unmatched = new Set<string>();

/** True for a module whose path, without its extension, is one of `paths`. */
function oneOf(paths: readonly string[]): (id: string) => boolean {
  for (const path of paths) unmatched.add(path);
  return (id) => {
    const file = id.replace(/(\.module)?\.\w+$/, "");
    const found = paths.find((path) => file.endsWith(`/${path}`));
    if (found !== undefined) unmatched.delete(found);
    return found !== undefined;
  };
}

/** A moved file would silently leave its chunk and become a request of its own. */
const chunkLists: Plugin = {
  name: "chunk-lists",
  applyToEnvironment: (environment) => environment.name === "client",
  apply: "build",
  generateBundle() {
    if (unmatched.size > 0) throw new Error(`No module is named ${[...unmatched].join(", ")}`);
  },
};

/** Shared by every page, also the sign-in. */
const everyPage = [
  "app/root",
  "app/entry.client",
  ...["language-layout", "landing-layout", "texts-layout"].map((file) => `app/shell/layouts/${file}`),
  "app/ui/notice",
  // Fields of the sign-in and the chat's own field say how much is too much.
  "app/ui/excess-text",
  "react-query/build/modern/useMutation",
  ...["rules/limits", "rules/characters"].map((file) => `api/${file}`),
];
/** Shared by every page behind the sign-in: one file instead of twenty. Nothing here may be part of the login page. */
const signedIn = [
  ...["default-layout", "app-shell", "print-head"].map((file) => `app/shell/layouts/${file}`),
  ...["active-holder", "account-selector", "person-menu", "sync-companies", "sign-out"].map(
    (file) => `app/shell/session/${file}`,
  ),
  ...["more-menu", "navigation"].map((file) => `app/shell/navigation/${file}`),
  ...["firm-day", "table-pages"].map((file) => `app/shell/${file}`),
  ...["keys", "stale", "use-call", "use-change", "use-staleness", "use-known", "use-pages", "use-loaded"].map(
    (file) => `app/shell/calls/${file}`,
  ),
  ...["bell", "use-notifications", "notifications"].map((file) => `app/notifications/${file}`),
  "app/documents/use-document-requests",
  "app/holders/required-contract",
  ...["kyc-alert", "use-kyc-alert", "use-form-status", "onboarding"].map((file) => `app/onboarding/${file}`),
  ...["follow-portfolio", "portfolio-state", "use-portfolio"].map((file) => `app/portfolios/${file}`),
  ...[
    "currency-code",
    "dates",
    "disclosure",
    "figures",
    "format",
    "states",
    "skeletons",
    "section",
    "section-picker",
  ].map((file) => `app/ui/${file}`),
  ...["status-badge", "typed-amount", "print", "print-button", "download-file"].map((file) => `app/ui/${file}`),
  ...["holder-states", "rules/gaps", "forms/forms", "forms/field", "forms/remarks"].map((file) => `api/${file}`),
  ...["queryObserver", "infiniteQueryObserver"].map((file) => `query-core/build/modern/${file}`),
  ...[
    "useBaseQuery",
    "useQuery",
    "useInfiniteQuery",
    "suspense",
    "errorBoundaryUtils",
    "QueryErrorResetBoundary",
    "IsRestoringProvider",
  ].map((file) => `react-query/build/modern/${file}`),
];
/** Shared by dashboard and portfolio. */
const portfolio = [
  ...["request-block", "request-frame"].map((file) => `app/payments/requests/${file}`),
  ...[
    "entries/entry-line",
    "source-text",
    "portfolio-frame",
    "portfolio-states",
    "holdings/allocation-donut",
    "entries/use-entries",
    "performance/use-performance",
    "proof/proof-figure",
    "gap-text",
    "portfolio-notices",
    "holdings/valued-on",
    "holdings/holding-name",
    "performance/range-picker",
  ].map((file) => `app/portfolios/${file}`),
];

/** Changes only with the libraries, so that it stays in browsers' caches when the portal changes. */
const react = new Set(["react", "react-dom", "scheduler"]);
const router = new Set(["react-router", "cookie", "set-cookie-parser"]);

/** Lets an open page notice a new build. */
const build = randomUUID();
const buildManifest: Plugin = {
  name: "build-manifest",
  applyToEnvironment: (environment) => environment.name === "client",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "build.json", source: JSON.stringify({ build }) });
  },
};

/**
 * What the client needs to make a call: method, path, whether it has a body and may be retried. The schemas, and with
 * them zod, stay on the server: 23 KB less for every page.
 */
const callsOf = (isWanted: (endpoint: Endpoint) => boolean) => {
  const domains = Object.entries<Endpoints>(api).map(([domain, endpoints]) => {
    const wanted = Object.entries(endpoints).filter(([, endpoint]) => isWanted(endpoint));
    const calls = wanted.map(([name, { method, path, body, binary, notRepeatable }]) => [
      name,
      {
        method,
        path,
        ...(body && { body: true }),
        ...(binary && { binary }),
        ...(notRepeatable && { notRepeatable }),
      },
    ]);
    return [domain, Object.fromEntries(calls)] as const;
  });
  return Object.fromEntries(domains.filter(([, calls]) => Object.keys(calls).length > 0));
};
const isOfStaff = ({ access }: Endpoint): boolean => access.kind === "staff";
const callModules = new Map([
  ["\0virtual:portico-api", callsOf((endpoint) => !isOfStaff(endpoint))],
  ["\0virtual:portico-staff-api", callsOf(isOfStaff)],
]);
const apiCalls: Plugin = {
  name: "portico-api",
  resolveId: (id) => (callModules.has(`\0${id}`) ? `\0${id}` : undefined),
  // Otherwise the import by which the staff layout has them loaded with itself would be dropped.
  load: (id) =>
    callModules.has(id)
      ? { code: `export const api = ${JSON.stringify(callModules.get(id))};`, moduleSideEffects: "no-treeshake" }
      : undefined,
};

/**
 * If a page chunk does not load, the router reloads the page every time, which without the server ends in the browser's
 * error page. Ours waits for the connection before it asks, since a browser remembers for the whole document that an
 * import failed; if the server does not answer, it waits until it does, and asks by another address ("#", the same file).
 * Otherwise app/shell/offline/reload.ts reloads once in ten seconds, and then shows the error page. The build fails if the router
 * no longer has these lines.
 */
const routerImport = "let routeModule = await import(";
const waitingImport = `await whenOnline();\n\t\t${routerImport}`;
const whenOnlinePath = join(import.meta.dirname, "app/ui/when-online.ts");
const routerReload = "window.location.reload();\n\t\treturn new Promise(() => {});";
const guardedReloading = `if (!(await isAnswered())) {
			await whenAnswered();
			return loadRouteModule({ ...route, module: route.module + "#" }, routeModulesCache);
		}
		window.dispatchEvent(new Event("portico:pageFailed"));
		return new Promise(() => {});`;
const guardedReload: Plugin = {
  name: "guarded-reload",
  applyToEnvironment: (environment) => environment.name === "client",
  apply: "build",
  transform(code, id) {
    if (!/react-router\/.*\/routeModules\.m?js$/.test(id)) return undefined;
    if (!code.includes(routerImport) || !code.includes(routerReload))
      throw new Error("The router loads its pages otherwise than this build expects");
    const imported = `import { isAnswered, whenAnswered, whenOnline } from ${JSON.stringify(whenOnlinePath)};\n`;
    return imported + code.replace(routerImport, waitingImport).replace(routerReload, guardedReloading);
  },
};

/**
 * Mantine's variables are in app/ui/theme.css, and its provider is told not to write them; what would is 2 KB of every page.
 * The build fails if Mantine no longer has that file.
 */
const mantineVariables = /MantineCssVariables\/MantineCssVariables\.mjs$/;
const withoutVariables: Plugin = {
  name: "without-mantine-variables",
  applyToEnvironment: (environment) => environment.name === "client",
  apply: "build",
  transform: (_, id) =>
    mantineVariables.test(id) ? { code: "export const MantineCssVariables = () => null;", map: null } : undefined,
  generateBundle() {
    if (![...this.getModuleIds()].some((id) => mantineVariables.test(id)))
      throw new Error("Mantine writes its variables otherwise than this build expects");
  },
};

/** Files that pdf.js requests while reading a file: standard fonts, character maps, colours, image decoders. */
const pdfPackage = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const pdfVersion = (JSON.parse(readFileSync(join(pdfPackage, "package.json"), "utf8")) as { version: string }).version;
/** Named after the version, because browsers cache it for a year. */
const pdfData = `assets/pdf/${pdfVersion}`;
const pdfFiles: Plugin = {
  name: "pdf-files",
  applyToEnvironment: (environment) => environment.name === "client",
  generateBundle() {
    // Without the interpreter for a file's scripts: none is run.
    for (const folder of ["cmaps", "iccs", "standard_fonts", "wasm"])
      for (const name of readdirSync(join(pdfPackage, folder)))
        if (!name.startsWith("quickjs") && !name.endsWith(".js"))
          this.emitFile({
            type: "asset",
            fileName: `${pdfData}/${folder}/${name}`,
            source: readFileSync(join(pdfPackage, folder, name)),
          });
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    reactRouter(),
    buildManifest,
    chunkLists,
    apiCalls,
    declaredModules,
    guardedReload,
    pdfFiles,
    helpPages,
    stylesOfSides,
    withoutVariables,
  ],
  define: {
    __BUILD__: JSON.stringify(build),
    __PDF_DATA__: JSON.stringify(command === "build" ? `/${pdfData}/` : `/@fs${pdfPackage}/`),
    // Otherwise the server's bundle would choose between React's two builds at run time, and contain both.
    ...(command === "build" && { "process.env.NODE_ENV": '"production"' }),
  },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    cssMinify: "lightningcss",
    reportCompressedSize: false,
    // Files that every page has already loaded are not repeated in each file's preload list.
    modulePreload: {
      resolveDependencies: (_, files) =>
        files.filter(
          (file) => !/(entry\.client|rolldown-runtime|react|router|first|shell|signed-in)-[\w-]+\.js$/.test(file),
        ),
    },
  },
  css: { transformer: "lightningcss", modules: { localsConvention: "camelCaseOnly" } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Each name is repeated in the manifest and in every file that loads it.
            chunkFileNames: "assets/[name]-[hash:7].js",
            entryFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: [
                { name: "first", test: /app\/bootstrap\//, priority: 30 },
                { name: "react", test: (id) => react.has(packageOf(id) ?? ""), priority: 20 },
                { name: "router", test: (id) => router.has(packageOf(id) ?? ""), priority: 20 },
                // Common code of all pages, of forms and of signing in: three files, not thirty. Without HTTP/2 a
                // browser requests six at a time.
                { name: "shell", test: oneOf(everyPage), priority: 15 },
                { name: "signed-in", test: oneOf(signedIn), priority: 14 },
                { name: "portfolio", test: oneOf(portfolio), priority: 13 },
                // Of the chat as well, which needs nothing else of signing in.
                { name: "visible-text", test: /api\/rules\/visible-text\.ts$/, priority: 12 },
                {
                  name: "fields",
                  test: /\/components\/(InputBase|TextInput)\/|app\/ui\/use-form-fields\.ts$/,
                  priority: 12,
                },
                {
                  name: "sign-in",
                  test: /app\/(ui\/password-field|sessions\/(email-field|faults|pending-email))\.tsx?$/,
                  priority: 10,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The built server contains everything it needs; during development Node loads the packages itself.
      resolve: { noExternal: command === "build" ? true : [/^@mantine\//] },
      build: {
        rolldownOptions: {
          input: "./server/ssr.ts",
          // The process keeps its source text in memory: without comments and indents it is half the size. Names stay,
          // for stack traces.
          output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } } },
        },
      },
    },
  },
}));
