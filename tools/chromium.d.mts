/** Types of chromium.mjs, which runs before anything is installed. */
export declare function findChromium(): string | undefined;
export declare function requireChromium(): string | undefined;
/** Start arguments of a test browser. */
export const chromiumFlags: string[];
