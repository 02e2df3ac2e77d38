/** A private page as rendered by the server: its shape, without private content. */
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { useBrand } from "./brand.ts";

export function PageLoading() {
  return (
    <>
      <title>{useBrand().name}</title>
      <PageSkeleton />
    </>
  );
}
