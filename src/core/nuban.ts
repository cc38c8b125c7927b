/**
 * The check digit of Nigerian account numbers (the central bank's NUBAN standard of 2011, widened to six-digit codes
 * in 2020). A random number passes for about one bank in ten, and wallets have no check digit: a failed check is a
 * warning, and the account-name enquiry decides.
 */

const ACCOUNT_PATTERN = /^\d{10}$/;
const INSTITUTION_PATTERN = /^\d{6}$/;
const WEIGHTS = [3, 7, 3] as const;

/**
 * `malformed`: not ten digits. `unchecked`: the institution's numbers have no check digit. `suspect`: the check digit is wrong.
 */
export type NubanCheck = 'ok' | 'suspect' | 'unchecked' | 'malformed';

/**
 * The six digits that stand before the serial: a deposit bank's three-digit code after "000", another institution's
 * five-digit code after "9", six digits as they are. Null for any other code.
 */
export function institutionOf(bankCode: string): string | null {
  if (/^\d{3}$/.test(bankCode)) return `000${bankCode}`;
  if (/^\d{5}$/.test(bankCode)) return `9${bankCode}`;
  return INSTITUTION_PATTERN.test(bankCode) ? bankCode : null;
}

/**
 * The check digit 0 … 9 of a nine-digit serial at an institution (six digits). Throws a RangeError for other lengths.
 */
export function nubanCheckDigit(institution: string, serial: string): number {
  if (!INSTITUTION_PATTERN.test(institution) || !/^\d{9}$/.test(serial)) throw new RangeError('six and nine digits');
  const sum = Array.from(institution + serial).reduce(
    (total, digit, i) => total + Number(digit) * (WEIGHTS[i % WEIGHTS.length] ?? 0),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** Checks an account number (ten digits) against a bank's `nuban` of the bank list; null there skips the check. */
export function checkNuban(account: string, institution: string | null): NubanCheck {
  if (!ACCOUNT_PATTERN.test(account)) return 'malformed';
  if (institution === null || !INSTITUTION_PATTERN.test(institution)) return 'unchecked';
  return nubanCheckDigit(institution, account.slice(0, 9)) === Number(account[9]) ? 'ok' : 'suspect';
}
