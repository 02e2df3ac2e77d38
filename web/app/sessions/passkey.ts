/** The browser's passkeys; loaded when one is asked for. */
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";

/** Lets the person choose a passkey; throws where they do not. The options are the server's, the answer is for it alone. */
export async function askPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}

/** Whether the browser offers passkeys among what it fills into the e-mail field. */
export const offersPasskeys = browserSupportsWebAuthnAutofill;

/** Waits until the person chooses a passkey in the e-mail field; throws where another request takes its place. */
export async function awaitPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill: true })) };
}
export const stopAwaiting = (): void => WebAuthnAbortService.cancelCeremony();
