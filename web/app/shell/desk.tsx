/**
 * The frame of signed-in pages: navigation rail (on a phone, bottom bar), top bar, content, footer. Rendered by the
 * server without private content.
 */
import { type ReactNode, useId } from "react";
import { Bell } from "../notifications/bell.tsx";
import { useText } from "../ui/text.tsx";
import { AccountSelector } from "./account-selector.tsx";
import { useBrand } from "./brand.ts";
import { useKeepFresh } from "./calls/use-keep-fresh.ts";
import styles from "./desk.module.css";
import { FollowCompanies } from "./follow-companies.ts";
import { Footer } from "./footer.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { LocaleLink } from "./locale-link.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { type Place, Places } from "./places.tsx";
import { PrintHead } from "./print-head.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
import { Sign } from "./wordmark.tsx";

interface DeskProps {
  /** The sections of this side of the portal. */
  places: readonly Place[];
  /** The navigation's label for screen readers. */
  label: string;
  /** Target of the logo: this side's first page. */
  home?: string;
  /** Full-width tables, for staff. */
  wide?: boolean;
  children: ReactNode;
}

/** Number of sections in a phone's bar; the others are under "more". */
const placesOnPhone = 4;

export function Desk({ places, label, home = "/dashboard", wide, children }: DeskProps) {
  useKeepFresh();
  const t = useText();
  const { name } = useBrand();
  const contentId = useId();
  return (
    <div className={styles.desk} data-wide={wide || undefined}>
      <FollowCompanies />
      <a className={styles.skip} href={`#${contentId}`} data-no-print>
        {t("shell.nav.skip")}
      </a>
      <nav className={styles.rail} aria-label={label} data-no-print>
        <LocaleLink to={home} className={styles.home} aria-label={name}>
          <Sign size={32} />
        </LocaleLink>
        <Places places={places} />
        <MoreMenu className={styles.more} places={places.slice(placesOnPhone)} />
      </nav>
      <div className={styles.column}>
        <header className={styles.bar} data-no-print>
          <LocaleLink to={home} className={styles.phoneHome} aria-label={name}>
            <Sign />
          </LocaleLink>
          <AccountSelector />
          <Bell />
          <div className={styles.tools}>
            <LanguageSwitch />
            <ThemeChoice />
            <PersonMenu />
          </div>
        </header>
        <PrintHead />
        <main id={contentId} tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <Footer />
      </div>
    </div>
  );
}
