/** A link to the firm's terms or privacy notice: a public page of the portal, or where the firm says it is. */
import type { ReactNode } from "react";
import { useLanguage } from "../../ui/text.tsx";
import { useRootData } from "../layouts/brand.ts";

/** The address in the page's language; null if there is none yet. */
export function useDocumentAddress(name: "terms" | "privacy"): string | null {
  const language = useLanguage();
  return useRootData().documents[name][language];
}

/** Public pages are documents of their own, without the application. */
export function DocumentLink({ name, children }: { name: "terms" | "privacy"; children: ReactNode }) {
  const address = useDocumentAddress(name);
  return address && <a href={address}>{children}</a>;
}
