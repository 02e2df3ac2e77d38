/** What the server renders of a private page: its shape, no private word. */
import { PageSkeleton } from "../ui/skeletons.tsx";
import { useBrand } from "./brand.ts";

export function ComingPage() {
  return (
    <>
      <title>{useBrand().name}</title>
      <PageSkeleton />
    </>
  );
}
