/** Whether two values of JSON are the same, in whatever order their objects' keys are. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSameJson(one[key as keyof typeof one], other[key as keyof typeof other]),
    )
  );
}
