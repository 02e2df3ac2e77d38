/** The nonce of the open page. */
import { createContext, useContext } from "react";

/** Browsers hide the nonce attribute but keep the property. */
export const pageNonce = (): string =>
  typeof document === "undefined" ? "" : (document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "");

const NonceContext = createContext<string | undefined>(undefined);

/** On the server the request's nonce, in the browser the page's. */
export const NonceProvider = NonceContext.Provider;
export const useNonce = (): string | undefined => useContext(NonceContext) ?? (pageNonce() || undefined);
