/** Everything below a language: its texts, the typed client, the guard, alert and confirmation. */
import type { Catalogue, Language } from "@portico/messages/text.ts";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { TextProvider, useLanguage, useText } from "../ui/text.tsx";
import { useNothingOverAtLoad } from "../ui/use-back-closes.ts";
import { ApiProvider } from "./api.tsx";
import { useRootData } from "./brand.ts";
import { SaveChosenLanguage } from "./chosen-language.tsx";
import { ConfirmationHost } from "./confirmation-host.tsx";
import { ErrorPage } from "./error-page.tsx";
import { FocusOnNavigation } from "./focus-on-navigation.ts";
import { Guard } from "./guarded.tsx";
import { rememberLanguage } from "./language-cookie.ts";
import { NoScript } from "./no-script.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { useIsReadable } from "./public/plain-page.ts";
import { usePageFailed } from "./reload.ts";
import { ScrollToHash } from "./scroll-to-hash.ts";
import { Snackbar } from "./snackbar.tsx";
import { SocketListener } from "./socket-listener.tsx";
import { VersionPrompt } from "./version-prompt.tsx";
import { ViewAsBanner } from "./view-as-banner.tsx";

export function languageLayout(language: Language, catalogue: Catalogue) {
  return function LanguageLayout() {
    return (
      <TextProvider language={language} catalogue={catalogue}>
        <Shell />
      </TextProvider>
    );
  };
}

export function languageErrors(language: Language, catalogue: Catalogue) {
  return function LanguageErrors() {
    return (
      <TextProvider language={language} catalogue={catalogue}>
        <ErrorPage />
      </TextProvider>
    );
  };
}

function Shell() {
  const t = useText();
  const language = useLanguage();
  const isReadable = useIsReadable();
  // The language of the open page is remembered, however the reader got there.
  useEffect(() => rememberLanguage(language), [language]);
  useNothingOverAtLoad();
  return (
    <ApiProvider base={useRootData().apiBase}>
      {!isReadable && (
        <>
          <meta name="description" content={t("shell.landing.explain")} />
          <NoScript />
        </>
      )}
      <FocusOnNavigation />
      <ScrollToHash />
      <OfflineBanner />
      <ViewAsBanner />
      <Guard>{usePageFailed() ? <ErrorPage /> : <Outlet />}</Guard>
      <SaveChosenLanguage />
      <SocketListener />
      <VersionPrompt />
      <Snackbar />
      <ConfirmationHost />
    </ApiProvider>
  );
}
