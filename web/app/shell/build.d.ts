/** The name of this build, as build.json says it too; set by vite.config.ts. */
// oxlint-disable-next-line no-underscore-dangle
declare const __BUILD__: string;
/** Where the fonts, character maps and decoders of pdf.js lie; set by vite.config.ts. */
// oxlint-disable-next-line no-underscore-dangle
declare const __PDF_DATA__: string;
