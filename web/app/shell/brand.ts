/** How the firm appears: from the brand setting, through the page's server rendering. */
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
  /** Where the API answers; a path of this server. */
  apiBase: string;
  /** Address of this portal, for links that must be whole. */
  origin: string;
}

export const useRootData = (): RootData =>
  useRouteLoaderData<RootData>("root") ?? { brand: defaultBrand, apiBase: "/api", origin: "" };
export const useBrand = (): Brand => useRootData().brand;

/** The accent as variables that theme.css reads. */
export const brandVariables = (brand: Brand): CSSProperties =>
  ({ "--brand-light": brand.accent.light, "--brand-dark": brand.accent.dark }) as CSSProperties;
