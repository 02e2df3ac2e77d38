/** Addresses of links in texts that are shown on pages. */
import { linkAddress } from "./link-address.ts";

/** A path of the portal without its language: `/learn-more/fees#custody`. Not `//host`, nor `/\host`, which browsers read alike. */
const portalPath = /^\/[A-Za-z0-9][\w/.-]*(?:#[\w%-]+)?$/;

/** The address of a link as a page may show it: https, mailto, or a page of the portal; null for any other. */
export const contentAddress = (href: string): string | null =>
  portalPath.test(href) && !href.includes("//") ? href : linkAddress(href);
