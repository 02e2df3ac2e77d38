/** The browser's passkeys; loaded when one is added. */
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from "@simplewebauthn/browser";

/** Lets the device make a passkey; throws where it or the person does not. */
export async function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) };
}
