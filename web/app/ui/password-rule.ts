/** The rule of passwords, beside the field, so that a page need not load the API's schemas; a test keeps it equal to theirs. */
export const passwordMinLength = 12;
