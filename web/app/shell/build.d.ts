/** The name of this build, as build.json says it too; set by vite.config.ts. */
declare const __BUILD__: string;
