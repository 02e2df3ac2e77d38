/** What other systems are told of imports. */
import { z } from "zod";
import { client, declareWebhooks, number } from "../webhook-declaration.ts";

const of = { import: number, kind: z.string(), rows: number, newRows: number };

export const webhookEvents = declareWebhooks({
  "import.booked": {
    audited: "import.confirmed",
    object: "import",
    data: z.object(of),
    means: "A file was booked.",
  },
  "import.discarded": {
    audited: "import.discarded",
    object: "import",
    data: z.object(of),
    means: "A previewed file was discarded.",
  },
  "entries.booked": {
    audited: "holder.entriesBooked",
    object: "client",
    data: z.object({ ...client, import: number, entries: number, reversals: number }),
    means: "Entries of a file were booked for a client; `reversals` counts those that take back earlier ones.",
  },
});
