/**
 * Names of people and firms as words that can be compared across scripts: Cyrillic by kyc/latin.ts, Greek by ELOT 743. A name
 * in another script has no words: lists carry such names in Latin letters too.
 */
import { nameWords } from "../name-words.ts";

/** ELOT 743 in small letters; pairs before single letters. */
const greekPairs: readonly (readonly [string, string])[] = [
  ["ου", "ou"],
  ["αυ", "av"],
  ["ευ", "ev"],
  ["μπ", "b"],
  ["ντ", "nt"],
  ["γκ", "gk"],
  ["γγ", "ng"],
];
const greekLetters = new Map(
  Object.entries({
    α: "a",
    β: "v",
    γ: "g",
    δ: "d",
    ε: "e",
    ζ: "z",
    η: "i",
    θ: "th",
    ι: "i",
    κ: "k",
    λ: "l",
    μ: "m",
    ν: "n",
    ξ: "x",
    ο: "o",
    π: "p",
    ρ: "r",
    σ: "s",
    ς: "s",
    τ: "t",
    υ: "y",
    φ: "f",
    χ: "ch",
    ψ: "ps",
    ω: "o",
  }),
);

/** Greek text in small Latin letters; other text is unchanged. */
function greekToLatin(text: string): string {
  if (!/\p{Script=Greek}/u.test(text)) return text;
  let plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  for (const [pair, latin] of greekPairs) plain = plain.replaceAll(pair, latin);
  return Array.from(plain, (letter) => greekLetters.get(letter) ?? letter).join("");
}

/** Words that say what a firm is, in the languages of the firm's clients and of the usual lists; not who it is. */
const legalForms = new Set(
  [
    "ad ead ood eood kd sd et ooo oao pao zao ao ip tov llc llp ltd limited inc incorporated corp corporation co company",
    "plc sa spa srl sarl sas sp zoo z o spolka akcyjna gmbh ag kg nv bv ab oy as aps jsc pjsc ojsc cjsc joint stock the",
  ].flatMap((line) => line.split(" ")),
);
/** Titles and particles that a document leaves out as often as not. */
const leftOut = new Set(
  "mr mrs ms dr prof sir eng ing inzh pan pani gn g zha de del la el al von van der den".split(" "),
);

export type NameKind = "person" | "company";

/** Words of firms' names as they are shortened; compared as the first of each line. */
const businessWords = new Map(
  `
comm communication communications comms
grp group
tech technology technologies technological
svcs service services srvces srvcs svc serv
intl international
telecom telecommunication telecommunications telekom
dev development developments
eng engineering
ind industry industries industrial inds
mfg manufacturing
hldg holding holdings hldgs
mgmt management
inv investment investments invest
trdg trading
fin finance financial
pharm pharmaceutical pharmaceuticals pharma
constr construction constructions
natl national
bros brothers
ent enterprise enterprises
prod production productions products
`
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [short = "", ...longer] = line.split(" ");
      return longer.map((word) => [word, short] as const);
    }),
);

/** Single letters in a row are one word: "I.C.S." and "ICS". */
function withJoinedLetters(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const last = joined.at(-1);
    const isLetter = /^[a-z]$/.test(word);
    if (isLetter && isOpen && last !== undefined) joined[joined.length - 1] = last + word;
    else joined.push(word);
    isOpen = isLetter;
  }
  return joined;
}

const readable = (name: string): string[] => nameWords(greekToLatin(name)).filter((word) => /^[a-z0-9]+$/.test(word));

/** A firm's name with its legal form as one word, since either may be written together with the other; empty for a person. */
export const wholeName = (name: string, kind: NameKind): string => (kind === "company" ? readable(name).join("") : "");

/**
 * The words of a name in small Latin letters, without titles, particles or legal forms, unless nothing else is left. Letters
 * of a script that is not read are dropped with their word.
 */
export function screenedWords(name: string, kind: NameKind): string[] {
  const words = kind === "company" ? withJoinedLetters(readable(name)) : readable(name);
  const dropped = kind === "company" ? legalForms : leftOut;
  const kept = words.filter((word) => !dropped.has(word));
  const said = kept.length > 0 ? kept : words;
  return kind === "company" ? said.map((word) => businessWords.get(word) ?? word) : said;
}

/** Spellings of one sound, longest first; the letters C, S, J and T stand for ch, sh, zh and ts. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/shch|szcz|stsch|sht/g, "St"],
  [/tsch|tch|cz|tsh/g, "C"],
  [/sch|sz|sh/g, "S"],
  [/zh|rz/g, "J"],
  [/dzh|dj/g, "dJ"],
  [/kh/g, "h"],
  [/ch/g, "C"],
  // Written differently and not heard: "John" and "Jon", "Anne" and "Ann", "Mueller" and "Müller".
  [/h(?=[bcdfgklmnprstvz]|$)/g, ""],
  [/nne$/g, "nn"],
  [/ue/g, "u"],
  [/ph/g, "f"],
  [/th/g, "t"],
  [/gh/g, "g"],
  [/ck|q/g, "k"],
  [/tz|ts/g, "T"],
  [/c(?=[eiy])/g, "T"],
  [/c/g, "k"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/ou|oo/g, "u"],
  [/ee/g, "i"],
  [/[yj]/g, "i"],
  [/i+/g, "i"],
  // A glide before a vowel: "Fyodor", "Yulia", "Olexiy".
  [/i(?=[aeou])/g, ""],
  // ELOT 743 writes μπ either way.
  [/m[pb]/g, "b"],
  [/(.)\1+/g, "$1"],
];

/** A word as it sounds, so that "Khrushchev", "Hrushtev" and "Chruszczow" differ in little. */
export const soundOf = (word: string): string =>
  spellings.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word);

const classes: Readonly<Record<string, string>> = {
  b: "b",
  p: "b",
  f: "f",
  v: "f",
  g: "k",
  k: "k",
  h: "k",
  d: "t",
  t: "t",
  l: "l",
  m: "m",
  n: "n",
  r: "r",
  s: "s",
  z: "s",
  S: "s",
  C: "s",
  J: "s",
  T: "s",
};

/** The consonants of a sounded word by class, at most six: words that might be the same have the same. Empty without consonants. */
export function skeletonOf(sounded: string): string {
  let skeleton = "";
  for (const letter of sounded) {
    const kind = /\d/.test(letter) ? letter : classes[letter];
    if (kind !== undefined && !skeleton.endsWith(kind)) skeleton += kind;
    if (skeleton.length === 6) break;
  }
  return skeleton;
}
