/** Finds out what somebody typed into the search for players. Pure. */
import { toE164 } from '../../src/core/phone';
import { normaliseEmail, usernameKey } from '../accounts';
import { maskEmail, maskPhone, maskWord } from '../masks';

/** What a term may be. Several lookups of one term are made in this order. */
export type Lookup =
  | { readonly by: 'email'; readonly email: string }
  /** E.164. */
  | { readonly by: 'phone'; readonly phone: string }
  | { readonly by: 'account'; readonly lastFour: string }
  | { readonly by: 'user-id'; readonly id: string }
  | { readonly by: 'payment'; readonly reference: string }
  | { readonly by: 'username'; readonly beginning: string }
  /** The beginning of a family name. */
  | { readonly by: 'name'; readonly part: 'lastname'; readonly beginning: string }
  /** A first name, whole. The desk shows its initial alone, and must not be asked for it letter by letter. */
  | { readonly by: 'name'; readonly part: 'firstname'; readonly words: string }
  /** The beginning of a family name with a whole first name. */
  | { readonly by: 'name'; readonly part: 'both'; readonly firstname: string; readonly lastname: string };

const LAST_FOUR = /^\d{4}$/;
/** Digits with what people write between them. */
const WRITTEN_NUMBER = /^\+?[\d\s().-]+$/;
const MOBILE = /^[789]\d{9}$/;
const ID = /^[0-9A-Za-z_-]{8,64}$/;
/** A shorter word would find very many. */
const SHORTEST_WORD = 2;

/** Reads a phone in any form that people write: 0803…, 803…, 234803…, +234 (0) 803…, 00234803…; null where it is none. */
export function readPhone(term: string): string | null {
  if (!WRITTEN_NUMBER.test(term)) return null;
  const digits = term.replace(/\D/g, '').replace(/^00/, '').replace(/^234/, '').replace(/^0/, '');
  return MOBILE.test(digits) ? toE164(digits) : null;
}

/** Lists what a term may be; none for one that can be nothing. */
export function lookupsOf(typed: string): readonly Lookup[] {
  const term = typed.normalize('NFC').trim();
  if (term.includes('@')) return [{ by: 'email', email: normaliseEmail(term) }];
  const phone = readPhone(term);
  const exact: Lookup[] = [
    ...(phone === null ? [] : [{ by: 'phone', phone } as const]),
    ...(LAST_FOUR.test(term) ? [{ by: 'account', lastFour: term } as const] : []),
    ...(ID.test(term) ? [{ by: 'user-id', id: term } as const, { by: 'payment', reference: term } as const] : []),
  ];
  if (phone !== null || term.length < SHORTEST_WORD) return exact;
  return [...exact, ...wordLookups(term)];
}

function wordLookups(term: string): readonly Lookup[] {
  const words = term.split(/\s+/);
  const [first = '', ...rest] = words;
  if (rest.length === 0) {
    return [
      { by: 'username', beginning: usernameKey(term) },
      { by: 'name', part: 'lastname', beginning: term },
      { by: 'name', part: 'firstname', words: term },
    ];
  }
  const last = rest.at(-1) ?? '';
  const beforeLast = words.slice(0, -1).join(' ');
  return [
    { by: 'name', part: 'both', firstname: beforeLast, lastname: last },
    { by: 'name', part: 'both', firstname: rest.join(' '), lastname: first },
    { by: 'name', part: 'lastname', beginning: words.join(' ') },
  ];
}

/** Returns the term as the audit trail may keep it. Ids and references of payments say nothing about a person. */
export function maskTerm(typed: string, found: readonly { readonly by: Lookup['by'] }[]): string {
  const term = typed.trim();
  if (found.some(({ by }) => by === 'user-id' || by === 'payment')) return term;
  if (term.includes('@')) return maskEmail(term);
  if (readPhone(term) !== null) return maskPhone(term.replace(/\D/g, ''));
  return term.split(/\s+/).map(maskWord).join(' ');
}
