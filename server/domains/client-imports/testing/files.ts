/** Files of clients for tests, and what is done with them. */
import type { ClientImport, ClientImportLine } from "@portico/api/client-imports.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { workOnImport } from "../booking/booking.ts";
import { sendDueInvitations } from "../inviting/sending.ts";

type Columns = readonly { place: number; field: string | null }[];

/** Uploads a text, or bytes, and returns its preview. */
export const upload = (
  by: TestUser,
  content: string | Uint8Array,
  { fileName = "clients.csv", columns = [] as Columns } = {},
): Promise<ClientImport> =>
  by.client.clientImports.preview({
    body: {
      fileName,
      language: "en",
      columns: columns as never,
      ...(typeof content === "string" ? { content } : { base64data: Buffer.from(content).toString("base64") }),
    },
  });

/** All lines of a file. */
export async function linesOf(by: TestUser, id: number): Promise<ClientImportLine[]> {
  const lines: ClientImportLine[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await by.client.clientImports.listLines({
      params: { id },
      query: { limit: 200, ...(cursor !== undefined && { cursor }) },
    });
    lines.push(...page.lines);
    if (page.nextCursor === null) return lines;
    cursor = page.nextCursor;
  }
}

/** Books the file to its end. */
export async function book(app: TestApp, by: TestUser, id: number, reason?: string): Promise<ClientImport> {
  await by.client.clientImports.move({ params: { id }, body: { action: "book", ...(reason && { reason }) } });
  await workOnImport(app.services, id);
  return by.client.clientImports.get({ params: { id } });
}

/** Takes a booked file back to its end. */
export async function takeBack(app: TestApp, by: TestUser, id: number): Promise<ClientImport> {
  await by.client.clientImports.move({ params: { id }, body: { action: "undo" } });
  await workOnImport(app.services, id);
  return by.client.clientImports.get({ params: { id } });
}

/** Invites everybody of a file who has no password, and mails them. */
export async function inviteAll(app: TestApp, by: TestUser, importId: number): Promise<number> {
  const { queued } = await by.client.clientImports.invite({ body: { whom: { filter: { importId } } } });
  await sendDueInvitations(app.services);
  return queued;
}
