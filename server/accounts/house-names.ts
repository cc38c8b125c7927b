/** Names that nobody chooses as a username, because people would take them for the house. Pure. */
import { brand } from '../../src/core/brand';

const NAMES = [
  'server', 'system', 'platform', 'admin', 'administrator', 'root', 'operator', 'house', 'team', 'staff', 'moderator', 'official', 'bank', 'cashier',
  'support', 'help', 'helpdesk', 'security', 'payments', 'risk', 'games', 'owner', 'compliance', 'bot', 'noreply', 'postmaster', 'null', 'undefined',
];
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
const HOUSE_NAMES = new Set([...NAMES, lettersOf(brand.name)]);

/** Digits, dots and lines between the letters make it no other name. */
export function isHouseName(username: string): boolean {
  const letters = lettersOf(username);
  return HOUSE_NAMES.has(letters) || NAMES.some((name) => letters === `${lettersOf(brand.name)}${name}`);
}
