/**
 * A person's objects that others must not learn of: a document with its file, an upload, a contract, a notification, a
 * request, a session, a passkey.
 */
import type { TestApp, TestUser } from "../../testing/app.ts";

/** One object of each kind, by the name of its path parameter. */
export async function arrangeThings({ database: { db } }: TestApp, owner: TestUser): Promise<Record<string, number>> {
  const holder = { holder_type: "user", holder_id: owner.id };
  const file = await db
    .insertInto("stored_file")
    .values({
      ...holder,
      sha256: Buffer.alloc(32, 7),
      size: 10,
      media_type: "image/png",
      name: "passport.png",
      state: "clean",
      checked_at: new Date(),
      uploaded_by: owner.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const news = await db
    .insertInto("notification")
    .values({ ...holder, type: "generic", text: "For the owner alone" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const request = await owner.client.payments.requestTransaction({
    params: { holderType: "user", holderId: owner.id },
    body: {
      type: "deposit",
      userMsg: "",
      transactionInfo: { sum: "5", currency: "EUR" },
      key: "privacy-test-key-1",
    },
  });
  const session = await db.selectFrom("session").select("id").where("user_id", "=", owner.id).executeTakeFirstOrThrow();
  const passkey = await db
    .insertInto("passkey")
    .values({ user_id: owner.id, credential_id: "credential", public_key: Buffer.from("key"), name: "Phone" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const document = await db
    .insertInto("document")
    .values({ ...holder, type: "identity", title: "Passport", created_by: owner.id, by_admin: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("document_version")
    .values({ ...holder, document_id: document.id, number: 1, file_id: file.id, added_by: owner.id, by_admin: false })
    .execute();
  await db
    .insertInto("document_thumbnail")
    .values({
      ...holder,
      document_id: document.id,
      number: 1,
      sha256: Buffer.alloc(32, 7),
      size: 10,
      drawn_at: new Date(),
    })
    .execute();
  const upload = await owner.client.uploads.create({
    params: { holderType: "user", holderId: owner.id },
    body: { fileName: "passport.png", size: 10 },
  });
  const contract = await db
    .insertInto("contract")
    .values({
      ...holder,
      contract_type: "custom",
      contract_name: "For the owner alone",
      language: "en",
      state: "awaitingClient",
      by_admin: true,
      created_by: owner.id,
      counter_sign: false,
      signers: "any",
      day: "2026-01-01",
      expires_on: "2126-01-01",
      file_id: file.id,
      sha256: Buffer.alloc(32, 7),
      pages: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ticket = await owner.client.tickets.create({
    params: { holderType: "user", holderId: owner.id },
    body: { title: "For the owner alone", content: "About my account" },
  });
  const comment = await owner.client.tickets.addComment({
    params: { holderType: "user", holderId: owner.id, id: ticket.id },
    body: { content: "By mail" },
  });
  await db
    .insertInto("ticket_mail")
    .values({
      holder_type: "user",
      holder_id: owner.id,
      ticket_id: ticket.id,
      user_id: owner.id,
      mail_key: "of the owner",
      outcome: "added",
      comment_id: comment.id,
      is_answered: false,
      whole: "By mail, for the owner alone",
    })
    .execute();
  const version = { name: { bg: "Фонд", en: "Fund", pl: "Fundusz" }, risk: 1, years: 1 };
  const definition = await db
    .insertInto("target_definition")
    .values({
      place: 1,
      state: "published",
      published_version: 1,
      first_published_at: new Date(),
      card: JSON.stringify(version),
      created_by: owner.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("content_version")
    .values({
      kind: "definition",
      subject: String(definition.id),
      version: 1,
      state: "published",
      data: JSON.stringify({ ...version, allocation: [], benchmark: null }),
      created_by: owner.id,
      changed_by: owner.id,
      published_at: new Date(),
      published_by: owner.id,
    })
    .execute();
  const join = await db
    .insertInto("target_join")
    .values({
      ...holder,
      definition_id: definition.id,
      definition_version: 1,
      amount: "100",
      currency: "EUR",
      message: "For the owner alone",
      client_key: "privacy-test-key-2",
      asked_by: owner.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    definitionId: definition.id,
    joinId: join.id,
    contractId: contract.id,
    ticketId: ticket.id,
    commentId: comment.id,
    docId: document.id,
    uploadId: upload.id,
    fileId: file.id,
    id: news.id,
    requestId: request.id,
    sessionId: session.id,
    passkeyId: passkey.id,
  };
}

/** True if all objects still exist unchanged. */
export async function areThere({ database: { db } }: TestApp, things: Record<string, number>): Promise<boolean> {
  const alive = await Promise.all([
    db
      .selectFrom("stored_file")
      .select("id")
      .where("id", "=", things["fileId"] ?? 0)
      .executeTakeFirst(),
    db
      .selectFrom("document")
      .select("id")
      .where("id", "=", things["docId"] ?? 0)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("upload")
      .select("id")
      .where("id", "=", things["uploadId"] ?? 0)
      .where("received", "=", 0)
      .executeTakeFirst(),
    db
      .selectFrom("contract")
      .select("id")
      .where("id", "=", things["contractId"] ?? 0)
      .where("state", "=", "awaitingClient")
      .where("opened_at", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("ticket")
      .select("id")
      .where("id", "=", things["ticketId"] ?? 0)
      .where("state", "=", "open")
      .executeTakeFirst(),
    db
      .selectFrom("notification")
      .select("id")
      .where("id", "=", things["id"] ?? 0)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("target_join")
      .select("id")
      .where("id", "=", things["joinId"] ?? 0)
      .where("state", "=", "asked")
      .executeTakeFirst(),
    db
      .selectFrom("transaction_request")
      .select("id")
      .where("id", "=", things["requestId"] ?? 0)
      .where("state", "=", "open")
      .executeTakeFirst(),
    db
      .selectFrom("session")
      .select("id")
      .where("id", "=", things["sessionId"] ?? 0)
      .where("ended_at", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("passkey")
      .select("id")
      .where("id", "=", things["passkeyId"] ?? 0)
      .executeTakeFirst(),
  ]);
  return alive.every(Boolean);
}
