/** Addresses of the staff pages of contracts, without the language. */
import type { ContractRow } from "@portico/api/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";

export const holderContractsPath = ({ holderType, holderId }: Holder): string =>
  `/admin/${holderType}/${holderId}/contracts`;
export const staffContractPath = ({
  id,
  holder_type,
  holder_id,
}: Pick<ContractRow, "id" | "holder_type" | "holder_id">) => `/admin/${holder_type}/${holder_id}/contracts/${id}`;
/** `again`: the ended contract that is sent as a new revision. */
export const sendPath = (holder: Holder, again?: number): string =>
  `${holderContractsPath(holder)}/new${again === undefined ? "" : `?again=${again}`}`;
/** The page that sends a contract, with the template chosen. */
export const sendTemplatePath = (holder: Holder, type: string): string => `${sendPath(holder)}?template=${type}`;
export const templatePath = (type: string): string => `/admin/contracts/templates/${type}`;
export const batchPath = (id: number | ":id"): string => `/admin/contracts/batches/${id}`;
