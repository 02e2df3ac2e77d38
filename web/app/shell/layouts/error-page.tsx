/** Shown instead of a failed page: 404 with its path, otherwise 500. The status comes from the error. */

import { ApiError } from "@portico/api/errors.ts";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import { useIsServerAwaited } from "../../ui/when-online.ts";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { reloadPage } from "../offline/reload.ts";
import styles from "./error-page.module.css";
import { PageTitle } from "./page-title.tsx";
import { Mark } from "./wordmark.tsx";

/** The status of an error; 500 if it has none. */
function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error) || error instanceof ApiError) return error.status || 500;
  return 500;
}

/** A whole page without layout: for failures outside the layouts. */
export function ErrorPage() {
  return (
    <main className={styles.page} id="content">
      <LocaleLink to="/" className={styles.home}>
        <Mark size={40} />
      </LocaleLink>
      <ErrorContent />
    </main>
  );
}

/** The message only, as a layout's content. */
export function ErrorContent({ home = "/" }: { home?: string }) {
  const t = useText();
  const { pathname } = useLocation();
  const status = statusOf(useRouteError());
  const isAwaited = useIsServerAwaited();
  const kind = status === 404 ? "404" : "500";
  const title = t(`shell.error.${kind}.title`);
  return (
    <div className={styles.content}>
      <PageTitle>{title}</PageTitle>
      <p className={styles.status}>{t("shell.error.status", { status })}</p>
      <h1>{title}</h1>
      <p>{kind === "404" ? t("shell.error.404.message", { path: pathname }) : t("shell.error.500.message")}</p>
      <p className={styles.explain}>{t(`shell.error.${kind}.explain`)}</p>
      <output>{isAwaited && t("shell.awaited.server")}</output>
      <div className={styles.actions}>
        {kind === "500" && (
          <Button loading={isAwaited} onClick={() => void reloadPage()}>
            {t("shell.error.reload")}
          </Button>
        )}
        <Button
          variant={kind === "500" ? "default" : "filled"}
          renderRoot={(props: object) => <LocaleLink to={home} {...props} />}
        >
          {t("shell.error.home")}
        </Button>
      </div>
    </div>
  );
}
