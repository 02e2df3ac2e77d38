/** What other systems are told of contracts. */
import { z } from "zod";
import { contractStates } from "../contract-states.ts";
import { client, declareWebhooks, number } from "../webhook-declaration.ts";

const of = { ...client, contract: number };
const state = z.enum(contractStates);

export const webhookEvents = declareWebhooks({
  "contract.sent": {
    audited: "contract.sent",
    object: "contract",
    data: z.object({ ...of, kind: z.string(), version: number }),
    from: { kind: "type" },
    means: "The firm sent a contract to a client.",
  },
  "contract.proposed": {
    audited: "contract.proposed",
    object: "contract",
    data: z.object({ ...of, kind: z.string(), version: number, state }),
    from: { kind: "type" },
    means: "A client proposed a contract.",
  },
  "contract.signed": {
    audited: "contract.signed",
    object: "contract",
    data: z.object({ ...of, state }),
    means: "A client signed; `state` says whether somebody else has to.",
  },
  "contract.countersigned": {
    audited: "contract.countersigned",
    object: "contract",
    data: z.object(of),
    means: "The firm signed, and the contract is in force.",
  },
  "contract.sealed": {
    audited: "contract.sealed",
    object: "contract",
    data: z.object(of),
    means: "The signed file with the firm's seal can be downloaded.",
  },
  "contract.rejected": {
    audited: "contract.rejected",
    object: "contract",
    data: z.object({ ...of, state }),
    means: "The client or the firm declined to sign.",
  },
  "contract.withdrawn": {
    audited: "contract.withdrawn",
    object: "contract",
    data: z.object({ ...of, state }),
    means: "Whoever made the contract withdrew it before it was signed.",
  },
  "contract.ended": {
    audited: "contract.ended",
    object: "contract",
    data: z.object({ ...of, expired: z.boolean() }),
    means: "A contract ended unsigned; `expired`: its time was over.",
  },
});
