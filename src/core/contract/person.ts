/** The rules for a person's own details, at sign-up and whenever they are changed. */
import * as z from '../zod';

export const personName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Tell us your name.'), z.maxLength(80, 'At most 80 characters.'));

/** 0 and ten digits, or +234 and ten digits; spaces and dashes are left out. Kept as E.164. */
export const mobileNumber = z
  .string()
  .check(
    z.overwrite((value) => value.replace(/[\s()-]/g, '')),
    z.regex(/^(?:0|\+?234)[789]\d{9}$/, 'Enter a Nigerian mobile number, like 0803 123 4567.'),
  );
