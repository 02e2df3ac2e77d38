/** Links and navigation within the page's language: `to="/portfolio"` leads to `/bg/portfolio`. */
import type { Language } from "@portico/messages/text.ts";
import { useCallback } from "react";
import {
  Link,
  type LinkProps,
  type NavigateOptions,
  NavLink,
  type NavLinkProps,
  useLocation,
  useNavigate,
} from "react-router";
import { useLanguage } from "../../ui/text.tsx";

/** A path without its language and trailing slash. */
export const withoutLanguage = (path: string): string =>
  path.replace(/^\/(bg|en|pl)(?=\/|$)/, "").replace(/(?<!\/)\/+$/, "") || "/";

export const inLanguage = (language: Language, path: string): string => `/${language}${path === "/" ? "" : path}`;

/** The path of the open page without its language. */
export const useLocalPath = (): string => withoutLanguage(useLocation().pathname);

export function LocaleLink({ to, ...rest }: Omit<LinkProps, "to"> & { to: string }) {
  return <Link to={inLanguage(useLanguage(), to)} {...rest} />;
}

export function LocaleNavLink({ to, ...rest }: Omit<NavLinkProps, "to"> & { to: string }) {
  return <NavLink to={inLanguage(useLanguage(), to)} {...rest} />;
}

/** `navigate("/portfolio")` within the language. */
export function useLocaleNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const language = useLanguage();
  return useCallback((to, options) => void navigate(inLanguage(language, to), options), [navigate, language]);
}
