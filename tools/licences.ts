/**
 * `npm run licences`: the licence of each shipped package. Fails if one demands more than that its text is passed on, unless it is
 * named below. `-- --check` prints those alone.
 */
import { nameOf, readLockfile, shippedOnly } from "./shipped.ts";

const free = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "PSF-2.0",
  "Unlicense",
  "Zlib",
]);

/** Packages with other licences, or none in their manifest, with what was found about them. */
const known: readonly { name: RegExp; licence: string | undefined; why: string }[] = [
  {
    name: /^@img\/sharp-libvips-/,
    licence: "LGPL-3.0-or-later",
    why: "a library of its own, unchanged, which can be replaced by another version",
  },
  {
    name: /^@img\/sharp-wasm32$/,
    licence: "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
    why: "the same as WebAssembly, not installed on Linux",
  },
  { name: /^lightningcss(-|$)/, licence: "MPL-2.0", why: "builds the pages, unchanged; nothing of it is in them" },
  { name: /^caniuse-lite$/, licence: "CC-BY-4.0", why: "builds the pages; nothing of it is in them" },
  {
    name: /^@ip-location-db\/dbip-country-mmdb$/,
    licence: "SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)",
    why: "data of db-ip.com, unchanged; named in the README",
  },
  { name: /^png-js$/, licence: undefined, why: "MIT, by its file LICENSE" },
  { name: /^xmlhttprequest-ssl$/, licence: undefined, why: "MIT, by its file LICENSE" },
  {
    name: /^(ssh2|buildcheck|cpu-features)$/,
    licence: undefined,
    why: "MIT, by its file LICENSE and its manifest's list",
  },
];

/** Whether the expression allows what all `free` licences allow; of alternatives one must, of joined ones all. */
export function isFree(expression: string): boolean {
  const text = expression.replace(/^\((.*)\)$/, "$1");
  const alternatives = text.split(/ or /i);
  return alternatives.some((one) => one.split(/ and /i).every((id) => free.has(id.trim())));
}

export interface Licensed {
  name: string;
  version: string;
  licence: string;
  /** Why it may be shipped although its licence is not free enough by itself; undefined if nobody has looked. */
  why?: string | undefined;
  allowed: boolean;
}

export function licences(): Licensed[] {
  return Object.entries(shippedOnly(readLockfile()).packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, { version = "", license }]) => {
      const name = nameOf(path);
      const why = known.find((one) => one.name.test(name) && one.licence === license)?.why;
      const allowed = why !== undefined || (license !== undefined && isFree(license));
      return { name, version, licence: license ?? "(none)", why, allowed };
    });
}

if (import.meta.main) {
  const all = licences();
  if (!process.argv.includes("--check"))
    for (const { name, version, licence, why } of all)
      console.log([`${name}@${version}`, licence, ...(why ? [why] : [])].join("\t"));
  const refused = all.filter(({ allowed }) => !allowed);
  for (const { name, licence } of refused)
    console.error(`${name} has the licence ${licence}; look at tools/licences.ts`);
  if (refused.length > 0) process.exitCode = 1;
  else console.error(`licences: ${all.length} packages, none that demands more than to be named`);
}
