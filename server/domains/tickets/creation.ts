/** Opening tickets. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { getHolder } from "../holders/holders.ts";
import { attachFiles, receiveDocuments, requireOwnName, withDocuments } from "./attachments.ts";
import { findByKey, insertTicket, type NewTicket } from "./changes.queries.ts";
import { notifyHolder, notifyStaff } from "./notifications.ts";
import { keepClocks } from "./promises/promises.ts";
import { getTicket } from "./tickets.ts";
import { chooseTopic } from "./topics/topics.ts";

type Body = Parsed<typeof tickets.create>["body"];

/** Opens a ticket; a repeated key returns the first one, or `keyReused` if the text differs. */
export async function openTicket(
  context: Context,
  holder: Holder,
  { title, content, topic: wanted, about, files, documents, key, ...named }: Body,
): Promise<Answer<typeof tickets.create>> {
  const viewer = requireViewer(context);
  const byStaff = !isHolder(viewer, holder);
  requireOwnName(viewer, holder, named);
  await getHolder(context.db, holder);
  const topic = await chooseTopic(context.db, wanted, { byStaff });
  const opened = { title, content, topic, createdBy: viewer.userId, byStaff, about, key, quoted: content };
  const received = await receiveDocuments(context, holder, { files, documents });
  const id = await withDocuments(context, holder, received, (tx, addFiles) =>
    storeTicket(tx, holder, { ...opened, files, addFiles: () => addFiles({ internal: false }) }),
  );
  return getTicket(context, id ?? (await repeated(context, holder, { title, content, key })), { holder });
}

type Opened = Omit<NewTicket, "holder"> & {
  files: readonly number[];
  /** Stores the files of the call's body; called once the ticket is known to be new. */
  addFiles?: () => Promise<number[]>;
  quoted?: string;
};

/** Stores a ticket with its files and tells the other side; its id, undefined if the person's key was used before. */
export async function storeTicket(tx: Tx, holder: Holder, ticket: Opened & { key: undefined }): Promise<number>;
export async function storeTicket(tx: Tx, holder: Holder, ticket: Opened): Promise<number | undefined>;
export async function storeTicket(
  tx: Tx,
  holder: Holder,
  { files, addFiles, quoted, ...one }: Opened,
): Promise<number | undefined> {
  const { title, service_name = null, topic, createdBy: by, byStaff } = one;
  const id = await insertTicket(tx, { holder, ...one });
  if (id === undefined) return undefined;
  await attachFiles(tx, holder, { ticketId: id, commentId: null, internal: false }, [
    ...files,
    ...((await addFiles?.()) ?? []),
  ]);
  await keepClocks(tx, id);
  tx.audit("ticket.opened", holder, { after: { ticket: id, title, topic } });
  if (byStaff) await notifyHolder(tx, holder, { id, title, service_name }, { type: "ticket_opened", text: quoted, by });
  else await notifyStaff(tx, holder, { id, title, service_name }, { what: "opened", by });
  tx.emit("ticket", { ...holder, ticketId: id });
  return id;
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
