/** Links to the pages of a list. */
import { Link, useSearchParams } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../analytics.module.css";
import { changed, pageNumbers } from "./analytics-search.ts";

export function PageNumbers({ page, pages }: { page: number; pages: number }) {
  const t = useText();
  const [params] = useSearchParams();
  if (pages < 2) return null;
  const to = (number: number) => `?${changed(params, { page: number })}`;
  return (
    <nav className={styles.pages} aria-label={t("admin.analytics.pages")} data-no-print>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" aria-label={t("admin.analytics.previous")}>
          <Icon name="back" size={16} />
        </Link>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- gaps have no other name
          <span key={`gap ${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={to(number)}
            aria-current={number === page ? "page" : undefined}
            aria-label={t("admin.analytics.toPage", { page: number })}
          >
            {number}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={to(page + 1)} rel="next" aria-label={t("admin.analytics.next")}>
          <Icon name="forward" size={16} />
        </Link>
      )}
    </nav>
  );
}
