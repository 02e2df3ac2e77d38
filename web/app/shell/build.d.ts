/** The name of this build, as build.json says it too; set by vite.config.ts. */
// oxlint-disable-next-line no-underscore-dangle
declare const __BUILD__: string;
