/**
 * The demo has the same address as the portal, so its cookies get other names on their way: a session in one of both is none in
 * the other. Cookies of the page's language are common.
 */

const own = "__Host-portico-";
const demos = "__Host-portico-demo-";
/** Whoever has it sees the demo. */
export const accessCookie = "__Host-portico-demo";

const pairsOf = (header: string): { name: string; value: string }[] =>
  header.split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });

/** The key of the demo that the browser sends. */
export const accessKeyIn = (header = ""): string | undefined =>
  pairsOf(header).find(({ name }) => name === accessCookie)?.value;

/** What the demo gets of a browser's cookies: its own under their usual names, none of the portal's. */
export const cookiesForDemo = (header: string): string =>
  pairsOf(header)
    .flatMap(({ name, value }) => {
      if (name.startsWith(demos)) return [`${own}${name.slice(demos.length)}=${value}`];
      return name.startsWith(own) ? [] : [`${name}=${value}`];
    })
    .join("; ");

/** A cookie that the demo sets, as the browser keeps it. */
export const cookieOfDemo = (header: string): string =>
  header.startsWith(own) ? `${demos}${header.slice(own.length)}` : header;

/** Headers that show the demo to this browser for a week. */
export const entering = (key: string): string =>
  `${accessCookie}=${key}; Path=/; Max-Age=${7 * 24 * 60 * 60}; HttpOnly; Secure; SameSite=Lax`;

/** Cookies that end it, and the session in it. */
export const leaving = [accessCookie, `${demos}bind`].map(
  (name) => `${name}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`,
);
