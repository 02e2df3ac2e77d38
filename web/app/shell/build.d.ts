/** The name of this build, as in build.json; set by vite.config.ts. */
// oxlint-disable-next-line no-underscore-dangle
declare const __BUILD__: string;
/** Address of the fonts, character maps and decoders of pdf.js; set by vite.config.ts. */
// oxlint-disable-next-line no-underscore-dangle
declare const __PDF_DATA__: string;
