/** Titles and descriptions are no Markdown; only the firm's name stands for its placeholder in them. */
export const withFirm = (text: string, firm: string): string => text.replaceAll("{{firm}}", firm);
