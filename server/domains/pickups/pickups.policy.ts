/** Rules of pickup: which files are read, and when one is late. */

/** A name that can be asked for again and stored: of one file, without folders, control characters and broken letters. */
export const isFitName = (name: string): boolean =>
  name.length <= 255 && name !== "." && name !== ".." && !/[/\\\p{Cc}\uFFFD]/u.test(name);

/** Whether the name fits a pattern of `*` and `?`. One pass, whatever the pattern. */
export function fits(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()];
  let at = 0;
  let place = 0;
  let star = -1;
  let tried = 0;
  while (at < text.length) {
    if (place < wanted.length && wanted[place] === "*") {
      star = place++;
      tried = at;
    } else if (place < wanted.length && (wanted[place] === "?" || wanted[place] === text[at])) {
      at++;
      place++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++tried;
    } else return false;
  }
  while (wanted[place] === "*") place++;
  return place === wanted.length;
}

/** Whether a file of the day should be there: a business day whose hour has come. `time` is the firm's, "HH:MM". */
export const isDue = (expectedBy: string | null, { isOpen, time }: { isOpen: boolean; time: string }): boolean =>
  expectedBy !== null && isOpen && time >= expectedBy;
