/** How names of people are compared and kept. Pure. */
import { MINIMUM_AGE_YEARS } from '../../src/core/contract/auth';
import { lagosDay } from '../../src/core/time';

/** An e-mail address as it is kept and compared: trimmed, in small letters. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** A username as it is compared; it is shown as the player wrote it. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase();
}

/**
 * Whether somebody born on `dateOfBirth` (`YYYY-MM-DD`) is `years` old or older on the day it is in Lagos at `nowMs` (epoch ms).
 * Born on 29 February: of age on 1 March where there is no such day.
 */
export function isOfAge(dateOfBirth: string, nowMs: number, years = MINIMUM_AGE_YEARS): boolean {
  const year = Number(dateOfBirth.slice(0, 4)) + years;
  return `${year}${dateOfBirth.slice(4)}` <= lagosDay(nowMs);
}

/** `a***@example.com`: enough for the player to know which address is meant. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(Math.max(at, 0))}`;
}

/**
 * Whom a network address is counted as: an IPv4 address is one, of IPv6 everybody has a /64 to choose from.
 * An IPv4 address written as IPv6 counts as the IPv4 one.
 */
export function addressSubject(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')];
  return `${all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '') || '0').join(':')}::/64`;
}
