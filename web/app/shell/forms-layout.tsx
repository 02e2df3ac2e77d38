/** Pages that word KYC forms: the client's own, and the staff's review. */
import type { Catalogue } from "@portico/messages/text.ts";
import { Outlet } from "react-router";
import { MoreTexts } from "../ui/text.tsx";

export function formsLayout(catalogue: Catalogue) {
  return function FormsLayout() {
    return (
      <MoreTexts catalogue={catalogue}>
        <Outlet />
      </MoreTexts>
    );
  };
}
