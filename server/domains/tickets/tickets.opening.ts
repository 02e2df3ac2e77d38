/** Opening tickets. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getHolder } from "../holders/holders.service.ts";
import { findByKey, insertTicket } from "./tickets.changes.queries.ts";
import { getTicket } from "./tickets.service.ts";
import { tellHolder, tellStaff } from "./tickets.telling.ts";
import { chooseTopic } from "./tickets.topics.ts";
import { attachFiles, requireOwnName } from "./tickets.writing.ts";

type Body = Parsed<typeof tickets.create>["body"];

/** Opens a ticket; a repeated key returns the first one, or `keyReused` if the text differs. */
export async function openTicket(
  context: Context,
  { holderType, holderId }: Holder,
  { title, content, topic: wanted, about, files, key, ...named }: Body,
): Promise<Answer<typeof tickets.create>> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  const byStaff = !isHolder(viewer, holder);
  requireOwnName(viewer, holder, named);
  await getHolder(context.db, holder);
  const topic = await chooseTopic(context.db, wanted, { byStaff });
  const id = await transact(context, async (tx) => {
    const made = await insertTicket(tx, {
      holder,
      title,
      content,
      topic,
      createdBy: viewer.userId,
      byStaff,
      about,
      key,
    });
    if (made === undefined) return undefined;
    await attachFiles(tx, holder, { ticketId: made, commentId: null, internal: false }, files);
    tx.audit("ticket.opened", holder, { after: { ticket: made, title, topic } });
    const by = viewer.userId;
    if (byStaff) await tellHolder(tx, holder, { id: made, title }, { type: "ticket_opened", text: content, by });
    else await tellStaff(tx, holder, { id: made, title }, { what: "opened", by });
    tx.emit("ticket", { ...holder, ticketId: made });
    return made;
  });
  return getTicket(context, id ?? (await repeated(context, holder, { title, content, key })), { holder });
}

/** The ticket of a key that was used before. */
async function repeated(
  context: Context,
  { holderType, holderId }: Holder,
  { title, content, key = "" }: Pick<Body, "title" | "content" | "key">,
): Promise<number> {
  const made = await findByKey(context.db, requireViewer(context).userId, key);
  const isSame =
    made?.title === title && made.content === content && made.holder_type === holderType && made.holder_id === holderId;
  if (!isSame) throw new Refusal("keyReused");
  return made.id;
}
