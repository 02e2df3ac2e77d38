/** How the firm appears: from the brand setting, through the page's server rendering. */
import { logoPath } from "@portico/api/logo-path.ts";
import type { Brand } from "@portico/api/settings.ts";
import type { CSSProperties } from "react";
import { useRouteLoaderData } from "react-router";

/** Shown where the setting cannot be read: a page without its firm's colour is better than none. */
export const defaultBrand: Brand = {
  name: "Portico",
  logo: null,
  accent: { light: "#0B4F6C", dark: "#7CC0DC" },
  supportEmail: "support@portico.example",
  legalFooter: { bg: "", en: "", pl: "" },
};

export interface RootData {
  brand: Brand;
  /** In which the firm's days begin; undefined where the setting cannot be read, which is then the reader's own. */
  timeZone: string | undefined;
  /** Where the API answers: a path of this server, or an address (API_BASE). */
  apiBase: string;
  /** Port of the API and the sockets where the portal runs on the visitor's own machine. */
  apiPort: number;
  /** Address of this portal, for links that must be whole. */
  origin: string;
}

export const useRootData = (): RootData =>
  useRouteLoaderData<RootData>("root") ?? {
    brand: defaultBrand,
    timeZone: undefined,
    apiBase: "/api",
    apiPort: 8081,
    origin: "",
  };
export const useBrand = (): Brand => useRootData().brand;

/** Where the logo is: under the pages' own address, which always answers for the API. */
export const logoAddress = (logo: string): string => `/api${logoPath}/${logo}`;

/** The accent as variables that theme.css reads. */
export const brandVariables = (brand: Brand): CSSProperties =>
  ({ "--brand-light": brand.accent.light, "--brand-dark": brand.accent.dark }) as CSSProperties;
