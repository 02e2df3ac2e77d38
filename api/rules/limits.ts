/** Lengths enforced by the server and shown at the fields. Without zod, so that pages may load it. */

export const nameLimits = { view: 60, group: 80, field: 80, passkey: 60, person: 120 } as const;
export const recoveryCodeLength = { min: 10, max: 20 } as const;
/** Reasons, remarks, notifications and messages on requests. */
export const messageMaxLength = 2000;
/** A client's message to the firm. */
export const contactMaxLength = { title: 160, content: 5000 } as const;

/** A text's length in code points, as zod counts it. */
export const lengthOf = (text: string): number => Array.from(text).length;
