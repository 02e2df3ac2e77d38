/**
 * Staff who sign in with a password or passkey although the firm has an identity provider: only emergency admins may, and it is
 * announced (docs/decisions/0386-emergency-admins.md).
 */
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { languageOf } from "../recipient.ts";
import { emergencySignInMail } from "../sessions.mails.ts";
import { listAdmins, type SigningUser } from "../sign-in-data.queries.ts";

type Signing = Pick<SigningUser, "id" | "role">;

/** Throws `useProvider` for staff while a provider is on; true for an emergency admin, who may. */
export async function requireLocal(db: Db, { id, role }: Signing): Promise<boolean> {
  if (role === "client") return false;
  const { providers, emergency } = await getSetting(db, "identity");
  if (!providers.some(({ isOn }) => isOn)) return false;
  if (role !== "admin" || !emergency.includes(id)) throw new Refusal("useProvider");
  return true;
}

/** The same when the session is opened; an emergency admin's is written in the audit log and mailed to every administrator. */
export async function refuseLocal(tx: Tx, context: Context, user: SigningUser): Promise<void> {
  if (!(await requireLocal(tx, user))) return;
  tx.audit("session.emergencyOpened", user.id, { actor: { userId: user.id } });
  for (const admin of await listAdmins(tx))
    await tx.mail({
      to: admin.email,
      language: languageOf(admin),
      template: emergencySignInMail,
      params: {
        name: admin.name,
        who: user.name,
        at: context.now().toISOString(),
        address: context.caller.address,
      },
    });
}
