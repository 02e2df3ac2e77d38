/** Texts that the firm has to show to everybody who registers, and that are nowhere. */
import { lastingPages } from "@portico/api/rules/content.ts";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { LocaleLink } from "../navigation/locale-link.tsx";

export function MissingTexts() {
  const t = useText();
  const { data } = useCall(useApi().content.list);
  if (!data) return null;
  const missing = lastingPages.filter((page) => {
    if (data.pages.some((published) => published.page === page)) return false;
    // Terms and privacy notice may also be at an address of the firm's own.
    const address = page === "terms" || page === "privacy" ? data.documents[page] : undefined;
    return address === undefined || Object.values(address).includes(null);
  });
  if (missing.length === 0) return null;
  return (
    <Notice tone="attention" title={t("admin.dashboard.missingTexts")}>
      <p>
        {t("admin.dashboard.missingTextsWhich", {
          pages: missing.map((page) => t(`shell.learnMore.${page}`)).join(", "),
        })}
      </p>
      <LocaleLink to="/admin/content">{t("admin.content.title")}</LocaleLink>
    </Notice>
  );
}
