/** The area codes of US telephone numbers, compared with libphonenumber. */
import { isUsPhone } from "@portico/kyc/us-phone.ts";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { expect, test } from "vitest";

test("agrees with libphonenumber on the country of every area code", () => {
  const wrong: string[] = [];
  for (let area = 200; area < 1000; area++)
    for (const rest of ["2345678", "5550123", "4641234", "9876543"]) {
      const number = `+1${area}${rest}`;
      const known = parsePhoneNumberFromString(number);
      if (known?.isValid() && known.country && (known.country === "US") !== isUsPhone(number)) wrong.push(number);
    }
  expect(wrong).toEqual([]);
});
