/** The account id at the custodian, as the API takes it. */
const form = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/;

export const isClientNumber = (text: string): boolean => form.test(text.trim());
