/**
 * What users of other screening programs reported of them (moov-io/watchman, opensanctions/yente and nomenklatura), tried here with made-up names of the
 * same shape: found too much, or missed.
 */
import { expect, test } from "vitest";
import { compareNames, readName } from "./compare-names.ts";
import { indexNames } from "./name-index.ts";
import { matchOf } from "./score.ts";
import type { NameKind } from "./words.ts";

const threshold = 0.8;

/** The score of the second name where the index finds it among others, and 0 where it does not. */
function find(ours: string, theirs: string, kind: NameKind, birth = { ours: [] as string[], theirs: [] as string[] }) {
  const others = Array.from({ length: 150 }, (_, at) =>
    readName(kind === "person" ? `John${at} George Common` : `Filler${at} Financial Services Ltd`, kind),
  );
  const [our, their] = [readName(ours, kind), readName(theirs, kind)];
  if (
    !indexNames([...others, their])
      .find(our)
      .includes(others.length)
  )
    return 0;
  const known = (name: typeof our, births: string[]) => ({ names: [name], births, countries: [] });
  return matchOf(known(our, birth.ours), known(their, birth.theirs))?.score ?? 0;
}

test.each<[string, string, string, NameKind]>([
  ["firms that share their legal form (watchman 483)", "MILLETECH CORP", "21430 CORP.", "company"],
  ["a firm named as somebody's given name (watchman 338)", "Ella Danforth", "ELLA LLC", "company"],
  ["one word in common, the other near (watchman 115)", "George Rush", "George Rabbash", "person"],
  ["the same, another end", "George Rush", "George Raswani", "person"],
  ["a word against its repetitions (watchman 524)", "Vladimir Kolev", "VLADIMIROV, Vladimir Vladimirovich", "person"],
  ["a list's name of one word (watchman 524)", "Kamila Radi Petrova", "RADI", "person"],
  [
    "usual words of a branch (watchman 372)",
    "Quillada Financial Services Bureau",
    "Skybright Financial Services Inc",
    "company",
  ],
  ["two letters that differ", "Li Wu", "Lu Wu", "person"],
  [
    "a patronymic that contradicts (nomenklatura 366)",
    "Valery Nikolaevich Ermilov",
    "Valery Konstantinovich Ermilov",
    "person",
  ],
  ["firms of separated initials (nomenklatura 193)", "A.B.C. Ltd", "A.B.D. Ltd", "company"],
  ["the same initials in another order", "I.C.S. Ltd", "I.S.C.", "company"],
  ["names that cannot be compared (nomenklatura 284)", "بارك كوينلي", "صدام كوينلي", "person"],
])("nobody is made a candidate by %s", (_report, ours, theirs, kind) => {
  expect(find(ours, theirs, kind)).toBeLessThan(threshold);
});

test.each<[string, string, string, NameKind]>([
  ["a second family name that is left out (watchman 141)", "Nicolas Quillmadro", "QUILLMADRO MORIS, Nicolas", "person"],
  ["a legal form written together with the name (watchman 594)", "JSCQUILLMENT", "JSC QUILLMENT", "company"],
  ["short names that are the same (yente 245)", "Li Wu", "Wu Li", "person"],
  ["a letter that is not heard (nomenklatura 366)", "Jon Smithwick", "John Smithwick", "person"],
  ["the same at the end", "Ann Leeworth", "Anne Leeworth", "person"],
  ["a letter twice", "Johnn Smithwick", "John Smithwick", "person"],
  ["a patronymic that is left out", "Valery Ermilov", "Valery Nikolaevich Ermilov", "person"],
  [
    "shortened words of a firm (nomenklatura 274)",
    "QUILLZHOU HAIGE COMM GRP",
    "Quillzhou Haige Communication Group Co., Ltd.",
    "company",
  ],
  ["others of them", "QNOOC ENERGY TECH & SRVCES LTD", "QNOOC Energy Technology and Services Ltd", "company"],
  ["words in another order", "HAIGE QUILLZHOU", "Quillzhou Haige Communication Group", "company"],
  [
    "a firm with hyphen, and its branch shortened (CSL 147)",
    "Almar Anteyl Telecom",
    "Almar-Anteyl Telecommunications LLC",
    "company",
  ],
  ["a middle initial (nomenklatura 211)", "Ron L Quillbard", "Ron Ludwig Quillbard", "person"],
  ["an initial first, and a short form", "L Ron Quillbard", "Lafayette Ronald Quillbard", "person"],
  ["a firm of separated initials that is the same", "А.Б.В. ООД", "ABV", "company"],
  ["-ovitch and -ovich", "John Quillmovitch", "John Quillmovich", "person"],
  ["a letter for two", "Müller-Quill Jürgen", "Mueller Quill Juergen", "person"],
  ["an apostrophe", "O'Quillen Seamus", "Seamus OQuillen", "person"],
])("found in spite of %s", (_report, ours, theirs, kind) => {
  expect(find(ours, theirs, kind)).toBeGreaterThanOrEqual(threshold);
});

test("the same birth date makes nobody a candidate whose name is another (yente 245)", () => {
  const births = { ours: ["1961-03-04"], theirs: ["1961-03-04"] };
  expect(find("Vasil Quillfeather", "Boyko Quillfeather", "person", births)).toBeLessThan(threshold);
});

test.each([
  ["Саша Щербанов", "Aleksandr Shterbanov"],
  ["Sasha Shterbanov", "Александър Щербанов"],
  ["Bill Whitlocksby", "William Whitlocksby"],
  ["Иво Живарски", "Ivaylo Zhivarski"],
  ["Ivo Zhivarski", "Иван Живарски"],
  ["Jurek Chrzanowiecki", "Jerzy Chrzanowiecki"],
  ["Gosia Szczepaniakowa", "Małgorzata Szczepaniakowa"],
  ["Митко Карацанов", "Dimitar Karatsanov"],
  ["Женя Поджукова", "Евгени Поджукова"],
])("a short form is found, marked, and counts less than the name itself: %s and %s", (one, other) => {
  const match = compareNames(readName(one, "person"), readName(other, "person"));
  expect(match.words.map(({ how }) => how)).toContain("short");
  const score = find(one, other, "person");
  expect(score).toBeGreaterThanOrEqual(threshold);
  expect(score).toBeLessThan(0.93);
});

test.each([
  ["Ivaylo Zhivarski", "Ivan Zhivarski"],
  ["Georgi Zhivarski", "Grigory Zhivarski"],
  ["Bill Whitlocksby", "Bob Whitlocksby"],
  ["Sasha Holding", "Aleksandr Holding"],
])("names that only share a short form, or none, are two: %s and %s", (one, other) => {
  const kind = one.includes("Holding") ? "company" : "person";
  expect(compareNames(readName(one, kind), readName(other, kind)).words.map(({ how }) => how)).not.toContain("short");
});
