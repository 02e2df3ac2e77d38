/** The browser's title of the page, with the firm's name. */
import { useBrand } from "./brand.ts";

export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${useBrand().name}`}</title>;
}
