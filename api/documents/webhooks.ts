/** What other systems are told of documents. */
import { z } from "zod";
import { client, declareWebhooks, number } from "../webhook-declaration.ts";

const of = { ...client, document: number };
const from = { document: "id" };
const asked = { ...client, documentRequest: number, kind: z.string() };

export const webhookEvents = declareWebhooks({
  "document.published": {
    audited: "document.added",
    object: "document",
    data: z.object({ ...of, kind: z.string() }),
    from: { ...from, kind: "type" },
    means: "A document was given to a client.",
  },
  "document.versionPublished": {
    audited: "document.versionAdded",
    object: "document",
    data: z.object({ ...of, version: number }),
    from,
    means: "A document got a new version.",
  },
  "document.read": {
    audited: "document.opened",
    object: "document",
    data: z.object({ ...of, version: number }),
    from,
    means: "A client opened a version of a document for the first time.",
  },
  "document.withdrawn": {
    audited: "document.removed",
    object: "document",
    data: z.object(of),
    from,
    means: "A document was withdrawn from a client.",
  },
  "document.restored": {
    audited: "document.restored",
    object: "document",
    data: z.object(of),
    from,
    means: "A withdrawn document was given back.",
  },
  "document.requested": {
    audited: "document.asked",
    object: "documentRequest",
    data: z.object(asked),
    from: { documentRequest: "id", kind: "type" },
    means: "A client was asked for a document.",
  },
  "document.requestClosed": {
    audited: "document.requestClosed",
    object: "documentRequest",
    data: z.object({ ...asked, outcome: z.string() }),
    from: { documentRequest: "id", kind: "type" },
    means: "A request for a document was accepted, cancelled or repeated.",
  },
});
