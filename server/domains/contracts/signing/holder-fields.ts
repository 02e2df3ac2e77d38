/** What the holder fills in before they sign. */

import { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { storeContents } from "../../files/files.ts";
import { insertKept } from "../../files/store.ts";
import { refusalToFill } from "../contracts.policy.ts";
import { replaceText } from "../contracts.queries.ts";
import { getContract, readContract, toContractStatus } from "../contracts.ts";
import { requirePdf, toUpload } from "../creation.ts";
import { getTemplate } from "../templates/templates.ts";
import { checkData, type Data, requireFilled } from "../templates/typed-values.ts";

/** Fills in the holder's fields: the PDF is made again, unless somebody signed or changed it meanwhile. */
export async function fillContract(
  context: Context,
  { id, ...holder }: Holder & { id: number },
  { contract_data: sent, sha256: read }: { contract_data: Data; sha256: string },
): Promise<Answer<typeof contracts.fillIn>> {
  const viewer = requireViewer(context);
  const row = await readContract(context.db, id, holder);
  enforce(refusalToFill(viewer, toContractStatus(viewer, row)));
  if (row.sha256.toString("hex") !== read) throw new Refusal("textChanged");
  const template = await getTemplate(context.db, row.contract_type, row.template_version);
  const { fields } = template.content;
  const theirs = fields.filter(({ filledBy }) => filledBy === "client");
  checkData(theirs, sent);
  const data = { ...row.contract_data, ...sent };
  requireFilled(fields, data, "client");
  const { contract_name: name, language, day } = row;
  const written = await requirePdf(context, holder, {
    source: `${template.type}/${template.version}`,
    name,
    language,
    text: template.content.text[language],
    fields,
    data,
    day,
  });
  await storeContents(context, [written.bytes], async (tx, [sha256]) => {
    const upload = toUpload(name, written.bytes);
    const fileId = await insertKept(tx, { holder, sha256, uploadedBy: viewer.userId, byAdmin: false }, upload);
    const { pages, signatures } = written;
    const done = await replaceText(tx, id, { read: row.sha256, data, fileId, sha256, pages, signatures });
    if (!done) throw new Refusal("stateConflict");
    tx.audit("contract.filled", holder, { after: { contract: id, fields: Object.keys(sent), sha256: written.sha256 } });
    tx.emit("contract", holder);
  });
  return getContract(context, holder, id);
}
