/** Types of scratch.mjs, which runs before anything is installed. */
/** Creates a temporary folder, in memory where there is enough; it is deleted when this process ends. */
export declare function openScratch(): string;
