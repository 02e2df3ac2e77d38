/** Where logos are, under the API's address. Without zod, for the pages. */
export const logoPath = "/settings/brand/logo";
