/** A public page without a text: what will be here, and where a visitor goes on. */
import { type ContentPage, contentPath } from "@portico/api/rules/content.ts";
import { useBrand, useRootData } from "../shell/layouts/brand.ts";
import { inLanguage } from "../shell/navigation/locale-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./content.module.css";
import type { UnpublishedPage } from "./read-page.ts";

export function UnpublishedText({ page: { page, title } }: { page: UnpublishedPage }) {
  const t = useText();
  const language = useLanguage();
  const { name: firm } = useBrand();
  const address = useOwnAddress(page);
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      <div className={styles.text}>
        {address === null ? (
          <Notice>
            <p>{t(`content.unpublished.${page}`, { firm })}</p>
          </Notice>
        ) : (
          <p>
            {t("content.unpublished.document")} <a href={address}>{t("content.unpublished.read")}</a>
          </p>
        )}
        {/* The document is the same for everyone; its script shows this to administrators. */}
        <p hidden data-for-admins>
          <a href={inLanguage(language, `/admin/content/${page}`)}>{t("content.unpublished.write")}</a>
        </p>
        <Elsewhere except={page} />
      </div>
    </article>
  );
}

/** Where the firm says that the text is, outside the portal. */
function useOwnAddress(page: ContentPage): string | null {
  const language = useLanguage();
  const { documents } = useRootData();
  return page === "terms" || page === "privacy" ? documents[page][language] : null;
}

function Elsewhere({ except }: { except: ContentPage }) {
  const t = useText();
  const language = useLanguage();
  const { publicPages } = useRootData();
  const pages = [...new Set<ContentPage>([...publicPages, "target"])].filter((page) => page !== except);
  return (
    <nav aria-label={t("content.unpublished.elsewhere")}>
      <p>{t("content.unpublished.elsewhere")}:</p>
      <ul>
        {pages.map((page) => (
          <li key={page}>
            <a href={inLanguage(language, contentPath(page))}>{t(`shell.learnMore.${page}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
