/** Types of chromium.mjs, which runs before anything is installed. */
export declare function findChromium(): string | undefined;
export declare function requireChromium(): string | undefined;
/** What a browser of the tests is started with. */
export const chromiumFlags: string[];
