/** The page's title in the browser, with the firm's name. */
import { useBrand } from "./brand.ts";

export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${useBrand().name}`}</title>;
}
