/** The account id at the custodian. */
export const clientNumberMaxLength = 40;
export const clientNumberPattern = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;

/** Whether the API takes it, with spaces around it left out. */
export function isClientNumber(text: string): boolean {
  const number = text.trim();
  return number.length <= clientNumberMaxLength && clientNumberPattern.test(number);
}

/** Whether two numbers are one: the case of their letters makes no difference. */
export const isSameNumber = (one: string | null, another: string | null): boolean =>
  one?.toUpperCase() === another?.toUpperCase();
