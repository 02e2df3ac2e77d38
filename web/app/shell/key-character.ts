/** The character of a key; on a keyboard of another script, the Latin one in its position. */
export function keyCharacter({ key, code }: { key: string; code: string }): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return code === "Slash" ? "/" : code.replace(/^Key/, "").toLowerCase();
}
