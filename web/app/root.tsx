import "./bootstrap/trusted-types.ts";
import "./bootstrap/no-eval.ts";
import "./ui/styles.ts";
import { api } from "virtual:portico-api";
import { ColorSchemeScript, localStorageColorSchemeManager, MantineProvider, mantineHtmlProps } from "@mantine/core";
import { createClient } from "@portico/api/client.ts";
import { defaultLanguage, languages } from "@portico/messages/catalogue.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { Links, type LoaderFunctionArgs, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from "react-router";
import { createQueryClient } from "./shell/calls/api.tsx";
import { EarlyCalls } from "./shell/calls/early-calls-script.tsx";
import { brandVariables, defaultBrand, nothingPublished, type RootData, useBrand } from "./shell/layouts/brand.ts";
import { languageChoiceText } from "./shell/navigation/language-choice-script.ts";
import { pageNonce, useNonce } from "./shell/nonce.ts";
import { useIsPlain, useIsReadable } from "./shell/public/plain-page.ts";
import { colorSchemeKey, plainScriptText } from "./shell/public/plain-script.ts";
import { serverContext } from "./shell/server-context.ts";
import cyrillicFont from "./ui/fonts/sofia-sans-cyrillic.woff2?url";
import latinFont from "./ui/fonts/sofia-sans-latin.woff2?url";
import latinExtFont from "./ui/fonts/sofia-sans-latin-ext.woff2?url";
import { theme } from "./ui/theme.ts";
import { HydratedContext } from "./ui/use-hydrated.ts";

export async function loader({ context, request }: LoaderFunctionArgs): Promise<RootData> {
  const { apiFetch, apiBase, apiPort, isDemo } = context.get(serverContext);
  const client = createClient(api, apiFetch);
  const [brand, timeZone, published] = await Promise.all([
    client.settings.getBrand().then(
      (answer) => answer.data,
      () => defaultBrand,
    ),
    client.settings.getCalendar().then(
      (calendar) => calendar.timeZone,
      () => undefined,
    ),
    client.content.list().then(
      ({ pages, documents, registration }) => ({
        publicPages: pages.map(({ page }) => page),
        documents,
        takesRegistrations: registration,
      }),
      () => nothingPublished,
    ),
  ]);
  return { brand, timeZone, ...published, apiBase, apiPort, isDemo, origin: new URL(request.url).origin };
}

/** The brand and calendar of the first page are used until a full reload. */
export const shouldRevalidate = (): boolean => false;

const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });

/** Whose letters every page of a language has. */
const fontsOf = { bg: [cyrillicFont], en: [latinFont], pl: [latinFont, latinExtFont] };

/** The document: language, theme, the firm's colours, its preloaded fonts. */
export function Layout({ children }: { children: ReactNode }) {
  const prefix = useLocation().pathname.split("/")[1];
  const language = languages.find((each) => each === prefix) ?? defaultLanguage;
  const isPlain = useIsPlain();
  const isReadable = useIsReadable();
  const documentNonce = useNonce();
  // A document that is the same for everyone has no nonce.
  const nonce = isPlain ? undefined : documentNonce;
  return (
    <html lang={language} {...mantineHtmlProps} style={brandVariables(useBrand())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {/* Vite reads the nonce for the styles it adds during development. */}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {fontsOf[language].map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {isReadable ? (
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? plainScriptText() : "" }}
          />
        ) : (
          <>
            <ColorSchemeScript nonce={nonce} localStorageKey={colorSchemeKey} defaultColorScheme="auto" />
            <script
              nonce={nonce}
              suppressHydrationWarning
              dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? languageChoiceText() : "" }}
            />
            <EarlyCalls nonce={nonce} />
          </>
        )}
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          colorSchemeManager={colorSchemeManager}
          getStyleNonce={pageNonce}
          withCssVariables={false}
          withGlobalClasses={false}
        >
          {children}
        </MantineProvider>
        {!isPlain && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  const [queries] = useState(createQueryClient);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  useEffect(() => {
    if (isHydrated) document.documentElement.dataset.hydrated = "true";
  }, [isHydrated]);
  return (
    <HydratedContext value={isHydrated}>
      <QueryClientProvider client={queries}>
        <Outlet />
      </QueryClientProvider>
    </HydratedContext>
  );
}
