/** What each kind of report shows. */
import type { AssetsData } from "./assets.ts";
import { assetsLayout } from "./assets-layout.ts";
import type { ConfirmationData } from "./confirmation.ts";
import { confirmationLayout } from "./confirmation-layout.ts";
import type { CostsData } from "./costs-data.ts";
import { costsLayout } from "./costs-layout.ts";
import type { Layout } from "./layout.ts";
import type { ManagementData } from "./management.ts";
import { managementLayout } from "./management-layout.ts";
import type { ReviewData } from "./review.ts";
import { reviewLayout } from "./review-layout.ts";
import type { TaxBGData } from "./tax/bulgaria-data.ts";
import { taxBGLayout } from "./tax/bulgaria-layout.ts";
import type { TaxPLData } from "./tax/poland-data.ts";
import { taxPLLayout } from "./tax/poland-layout.ts";

/** By kind. The data are those that the kind's maker wrote, of any of its template versions. */
const layouts: Readonly<Record<string, (data: never) => Layout>> = {
  assets: (data: AssetsData) => assetsLayout(data),
  confirmation: (data: ConfirmationData) => confirmationLayout(data),
  costs: (data: CostsData) => costsLayout(data),
  management: (data: ManagementData) => managementLayout(data),
  review: (data: ReviewData) => reviewLayout(data),
  taxBG: (data: TaxBGData) => taxBGLayout(data),
  taxPL: (data: TaxPLData) => taxPLLayout(data),
};

/** What a report shows; undefined for a kind that has no layout. */
export const layoutOf = (kind: string, data: unknown): Layout | undefined => layouts[kind]?.(data as never);
