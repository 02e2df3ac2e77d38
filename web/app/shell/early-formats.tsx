/**
 * Creates the first number and date formats while the page's scripts load. The first of each reads the browser's locale
 * data, which takes longer than any other step before the first figures.
 */
const script =
  'var l=document.documentElement.lang;new Intl.NumberFormat(l).format(1);new Intl.DateTimeFormat(l,{timeZone:"UTC"}).format(0)';

export function EarlyFormats({ nonce }: { nonce: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and only the server writes it.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}
