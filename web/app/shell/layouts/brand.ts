/** The firm's brand, from its setting through server rendering. */
import { logoPath } from "@portico/api/logo-path.ts";
import type { ContentPage } from "@portico/api/rules/content.ts";
import type { Brand } from "@portico/api/settings/settings.ts";
import type { Language } from "@portico/messages/catalogue.ts";
import type { CSSProperties } from "react";
import { useRouteLoaderData } from "react-router";

/** Used if the setting cannot be read. */
export const defaultBrand: Brand = {
  name: "Portico",
  logo: null,
  accent: { light: "#0B4F6C", dark: "#7CC0DC" },
  supportEmail: "support@portico.example",
  legalFooter: { bg: "", en: "", pl: "" },
};

export interface RootData {
  brand: Brand;
  /** Time zone of the firm's days; undefined if the setting cannot be read, then the reader's own is used. */
  timeZone: string | undefined;
  /** Address of the API: a path of this server, or a full address (API_BASE). */
  apiBase: string;
  /** Port of the API and the sockets if the portal runs on the visitor's own machine. */
  apiPort: number;
  /** These are demo data beside the firm's portal. */
  isDemo: boolean;
  /** Address of this portal, for absolute links. */
  origin: string;
  /** The public pages that are published. */
  publicPages: ContentPage[];
  /** Where terms and privacy notice are, by language; null if they are nowhere yet. */
  documents: Record<"terms" | "privacy", Record<Language, string | null>>;
  /** Whether visitors may register. */
  takesRegistrations: boolean;
}

const nowhere = { bg: null, en: null, pl: null };
/** Used if it cannot be read what is published; the server decides whether it takes a registration. */
export const nothingPublished: Pick<RootData, "publicPages" | "documents" | "takesRegistrations"> = {
  publicPages: [],
  documents: { terms: nowhere, privacy: nowhere },
  takesRegistrations: true,
};

export const useRootData = (): RootData =>
  useRouteLoaderData<RootData>("root") ?? {
    brand: defaultBrand,
    timeZone: undefined,
    apiBase: "/api",
    apiPort: 8081,
    isDemo: false,
    origin: "",
    ...nothingPublished,
  };
export const useBrand = (): Brand => useRootData().brand;

/** Address of the logo: under the pages' own origin, which always serves the API. */
export const logoAddress = (logo: string): string => `/api${logoPath}/${logo}`;

/** The accent as CSS variables for theme.css. */
export const brandVariables = (brand: Brand): CSSProperties =>
  ({ "--brand-light": brand.accent.light, "--brand-dark": brand.accent.dark }) as CSSProperties;
