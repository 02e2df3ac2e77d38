/** Pages that need more texts than the common ones: KYC forms, portfolios, documents, contracts. */
import type { Catalogue } from "@portico/messages/text.ts";
import { Outlet } from "react-router";
import { MoreTexts } from "../../ui/text.tsx";

export function textsLayout(catalogue: Catalogue) {
  return function TextsLayout() {
    return (
      <MoreTexts catalogue={catalogue}>
        <Outlet />
      </MoreTexts>
    );
  };
}
