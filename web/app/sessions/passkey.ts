/** The browser's passkeys; loaded when one is asked for. */
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from "@simplewebauthn/browser";

/** Lets the person choose a passkey; throws where they do not. The options are the server's, the answer is for it alone. */
export async function askPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}
