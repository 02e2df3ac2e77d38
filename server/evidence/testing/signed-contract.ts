/** A signed and sealed contract with its audit entries, for tests of the pack: everything real but the tables of contracts. */
import type { Language } from "@portico/api/shapes.ts";
import { contract as contractIn } from "@portico/pdf/testing/contracts.ts";
import { audit } from "../../audit/audit.ts";
import { type AuditTrail, readTrail } from "../../audit/trail.ts";
import type { Services } from "../../kernel/context.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { sha256 } from "../../seal/cms.ts";
import type { Seal } from "../../seal/seal.ts";
import type { EvidenceOrder } from "../evidence.ts";
import type { EvidenceData } from "../evidence-data.ts";

const times = {
  sent: "2026-11-22T09:30:00.000Z",
  signed: "2026-11-22T09:58:21.430Z",
  approved: "2026-11-22T10:11:12.120Z",
  made: "2026-11-22T10:20:00.000Z",
};
const email = "anna.ivanova@clients.example";
const holder = "user/1";

type Parts = Pick<Services, "db" | "workers"> & { seal: Seal };

/** Entries of the contract and, between them in the same chain, of others. */
async function writeTrail({ db }: Parts, id: number): Promise<AuditTrail> {
  const subject = { type: "user", id: 7 };
  const write = (...entries: { action: string; after?: unknown; subject?: typeof subject }[]) =>
    inTransaction(db, (trx) =>
      audit(trx, ...entries.map((one) => ({ actor: { userId: 7, sessionId: 3 }, subject, ...one }))),
    );
  await write({
    action: "contract.sent",
    after: { contract: id, type: "portfolio", version: 3, sha256: "ab".repeat(32) },
  });
  const others = Array.from({ length: 300 }, (_, index) => ({ type: "user", id: 8 + index }));
  await write(...others.map((other) => ({ action: "contract.opened", subject: other, after: { contract: id } })));
  await write({ action: "contract.opened", after: { contract: id + 1 } });
  await write({ action: "contract.signed", after: { contract: id, name: "Анна Иванова" } });
  await write({ action: "contract.countersigned", after: { contract: id, name: "Мария Петрова" } });
  const until = new Date(Date.now() + 60_000);
  const trail = await readTrail(db, { subject, actions: "contract.", about: { contract: id }, until });
  if (!trail) throw new Error("no trail");
  return trail;
}

/** All that a pack is made of; `pages` repeats the contract's clauses. */
export async function signedContract(
  parts: Parts,
  { language = "en", length = 1, browser }: { language?: Language; length?: number; browser?: string } = {},
): Promise<EvidenceOrder> {
  const written = await parts.workers.run("writePdf", contractIn(language, length), { holder });
  if ("faults" in written) throw new Error(JSON.stringify(written.faults));
  const shown = Buffer.from(written.bytes);
  const sealedAt = new Date(times.approved);
  const contract = await parts.seal.seal(Buffer.from(shown), {
    reason: "C-417",
    location: "Sofia",
    at: sealedAt,
    holder,
  });
  const documentSha256 = sha256(shown).toString("hex");
  const data: EvidenceData = {
    madeAt: times.made,
    firm: "Porto Finance",
    portal: "https://portal.example",
    contract: {
      id: 417,
      title: contractIn(language).title,
      language,
      template: { key: "portfolio", version: 3 },
      sha256: documentSha256,
      size: shown.length,
      pages: written.pages,
      sealedSha256: sha256(contract).toString("hex"),
      evidencePages: 0,
      evidenceOmitted: null,
      sentAt: times.sent,
      approvedAt: times.approved,
      holder: { type: "user", name: "Анна Иванова", clientNumber: "100417" },
    },
    signatures: [
      {
        side: "client",
        name: "Анна Иванова",
        account: { id: 7, name: "Anna Ivanova", email },
        actingFor: null,
        at: times.signed,
        address: "203.0.113.9",
        browser:
          browser ??
          "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36",
        documentSha256,
        agreement: { version: "2", text: "I agree to sign this contract electronically." },
        code: { id: "c-91", sentTo: email, sentAt: "2026-11-22T09:57:40.000Z", usedAt: times.signed },
      },
      {
        side: "firm",
        name: "Мария Петрова",
        account: { id: 2, name: "Maria Petrova", email: "maria@porto.example" },
        actingFor: "Porto Finance",
        at: times.approved,
        address: "2001:db8::1",
        browser: "Firefox",
        documentSha256,
        agreement: { version: "2", text: "I agree to sign this contract electronically." },
        code: null,
      },
    ],
  };
  return { data, trail: await writeTrail(parts, 417), contract, timeZone: "Europe/Sofia", holder };
}
