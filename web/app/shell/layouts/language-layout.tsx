/** Everything below a language: its texts, the typed client, the guard, alert and confirmation. */
import type { Catalogue, Language } from "@portico/messages/text.ts";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { TextProvider, useLanguage, useText } from "../../ui/text.tsx";
import { useNothingOverAtLoad } from "../../ui/use-back-closes.ts";
import { ApiProvider } from "../calls/api.tsx";
import { ConfirmationHost } from "../dialogs/confirmation-host.tsx";
import { Snackbar } from "../dialogs/snackbar.tsx";
import { Guard } from "../guard/guarded.tsx";
import { SaveChosenLanguage } from "../navigation/chosen-language.tsx";
import { FocusOnNavigation } from "../navigation/focus-on-navigation.ts";
import { rememberLanguage } from "../navigation/language-cookie.ts";
import { ScrollToHash } from "../navigation/scroll-to-hash.ts";
import { OfflineBanner } from "../offline/offline-banner.tsx";
import { usePageFailed } from "../offline/reload.ts";
import { SocketListener } from "../offline/socket-listener.tsx";
import { VersionPrompt } from "../offline/version-prompt.tsx";
import { useIsReadable } from "../public/plain-page.ts";
import { ViewAsBanner } from "../session/view-as-banner.tsx";
import { useRootData } from "./brand.ts";
import { DemoBanner } from "./demo-banner.tsx";
import { ErrorPage } from "./error-page.tsx";
import { NoScript } from "./no-script.tsx";

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
      <DemoBanner />
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
