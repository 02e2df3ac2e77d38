/**
 * The frame of signed-in pages: navigation rail (on a phone, bottom bar), top bar, content, footer. Rendered by the
 * server without private content.
 */
import barParts from "virtual:portico-pages/bar";
import { type ReactNode, useId } from "react";
import { preload } from "react-dom";
import cyrillicFont from "../../ui/fonts/sofia-sans-cyrillic.woff2?url";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useStaleness } from "../calls/use-staleness.ts";
import { LanguageSwitch } from "../navigation/language-switch.tsx";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { MoreMenu } from "../navigation/more-menu.tsx";
import { type Marks, Navigation, type NavigationItem } from "../navigation/navigation.tsx";
import { ThemeChoice } from "../navigation/theme-choice.tsx";
import { AccountSelector } from "../session/account-selector.tsx";
import { PersonMenu } from "../session/person-menu.tsx";
import { SyncCompanies } from "../session/sync-companies.ts";
import styles from "./app-shell.module.css";
import { AwaitedPage } from "./awaited-page.tsx";
import { useBrand } from "./brand.ts";
import { Footer } from "./footer.tsx";
import { FrameParts } from "./frame-parts.tsx";
import { PrintHead } from "./print-head.tsx";
import { Sign } from "./wordmark.tsx";

interface AppShellProps {
  /** The sections of this side of the portal. */
  navigation: readonly NavigationItem[];
  /** The navigation's label for screen readers. */
  label: string;
  /** Target of the logo: this side's first page. */
  home?: string;
  /** Full-width tables, for staff. */
  wide?: boolean;
  /** Explains the open page; not a section of its own. */
  help?: NavigationItem;
  /** Searches this side of the portal, from its head. */
  search?: ReactNode;
  /** Said once for all pages, in the footer. */
  note?: string | undefined;
  /** What waits for the reader in the sections. */
  marks?: Marks;
  children: ReactNode;
}

/** Number of sections in a phone's bar; the others are under "more". */
const itemsOnPhone = 4;

export function AppShell({
  navigation,
  label,
  home = "/dashboard",
  wide,
  help,
  search,
  note,
  marks,
  children,
}: AppShellProps) {
  useStaleness();
  // Clients and documents have Cyrillic names in every language; tables would move when their font comes after them.
  preload(cyrillicFont, { as: "font", type: "font/woff2", crossOrigin: "anonymous", fetchPriority: "low" });
  const t = useText();
  const { name } = useBrand();
  const contentId = useId();
  return (
    <div className={styles.shell} data-wide={wide || undefined}>
      <SyncCompanies />
      <a className={styles.skip} href={`#${contentId}`} data-no-print>
        {t("shell.nav.skip")}
      </a>
      <nav className={styles.rail} aria-label={label} data-no-print>
        <LocaleLink to={home} className={styles.home} aria-label={name}>
          <Sign size={32} />
        </LocaleLink>
        <Navigation items={navigation} marks={marks} />
        <MoreMenu
          className={styles.more}
          items={[...navigation.slice(itemsOnPhone), ...(help ? [help] : [])]}
          marks={marks}
        />
      </nav>
      <div className={styles.column}>
        <header className={styles.bar} data-no-print>
          <LocaleLink to={home} className={styles.phoneHome} aria-label={name}>
            <Sign />
          </LocaleLink>
          <AccountSelector />
          {search}
          <FrameParts parts={barParts} />
          <div className={styles.tools}>
            {help && (
              <LocaleLink to={help.to} className={styles.help} aria-label={t(help.label)} title={t(help.label)}>
                <Icon name={help.icon} />
              </LocaleLink>
            )}
            <LanguageSwitch />
            <ThemeChoice />
            <PersonMenu />
          </div>
        </header>
        <PrintHead />
        <main id={contentId} tabIndex={-1} className={styles.main}>
          <AwaitedPage />
          {children}
        </main>
        <Footer note={note} />
      </div>
    </div>
  );
}
