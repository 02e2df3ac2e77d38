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
import { withAccount } from "../session/account-address.ts";
import { useAddressedAccount } from "../session/active-holder.ts";

/** A path without its language and trailing slash. */
export const withoutLanguage = (path: string): string =>
  path.replace(/^\/(bg|en|pl)(?=\/|$)/, "").replace(/(?<!\/)\/+$/, "") || "/";

export const inLanguage = (language: Language, path: string): string => `/${language}${path === "/" ? "" : path}`;

/** The path of the open page without its language. */
export const useLocalPath = (): string => withoutLanguage(useLocation().pathname);

/** The address of a page in the language, and of the account, that are shown now. */
const useAddress = (to: string): string => inLanguage(useLanguage(), withAccount(to, useAddressedAccount()));

export function LocaleLink({ to, ...rest }: Omit<LinkProps, "to"> & { to: string }) {
  return <Link to={useAddress(to)} {...rest} />;
}

export function LocaleNavLink({ to, ...rest }: Omit<NavLinkProps, "to"> & { to: string }) {
  return <NavLink to={useAddress(to)} {...rest} />;
}

/** `navigate("/portfolio")` within the language. */
export function useLocaleNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const language = useLanguage();
  const account = useAddressedAccount();
  return useCallback(
    (to, options) => void navigate(inLanguage(language, withAccount(to, account)), options),
    [navigate, language, account],
  );
}
