/** Which of the chosen files can be sent: not too large, and not too many. */
export function sortFiles<F extends { size: number }>(
  files: readonly F[],
  { left, megabytes }: { left: number; megabytes: number },
): { fitting: F[]; tooLarge: F[]; tooMany: F[] } {
  const isLarge = ({ size }: F) => size > megabytes * 1024 * 1024;
  const sendable = files.filter((file) => !isLarge(file));
  return { fitting: sendable.slice(0, left), tooLarge: files.filter(isLarge), tooMany: sendable.slice(left) };
}
