/** Path of logos below the API's address. Without zod, because pages load it. */
export const logoPath = "/settings/brand/logo";
