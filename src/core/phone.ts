/** Nigerian mobile numbers as they are kept and as people write them. */

/** A number that the contract let through (0…, 234… or +234…) as E.164: `+234` and ten digits. */
export function toE164(phone: string): string {
  return `+234${phone.replace(/^(?:\+?234|0)/, '')}`;
}

/** `+2348031234567` → `0803 123 4567`; any other text is shown as it is. */
export function localPhone(e164: string): string {
  return e164.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3');
}
