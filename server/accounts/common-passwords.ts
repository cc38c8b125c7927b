/** Which passwords are refused because everybody tries them first. Pure. */
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-words';

/** Runs that fingers and heads make by themselves, forwards and backwards. */
const RUNS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qwertzuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
] as const;
const ALL_RUNS = RUNS.flatMap((run) => [run, Array.from(run).reverse().join('')]);
const SHORTEST_RUN = 3;
const LONGEST_UNIT = 4;
/** What may stand around a common word without making it another one: `Chelsea@2024`. */
const MOST_DECORATION = 5;

const LEET: Readonly<Record<string, string>> = {
  '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i',
};
const plain = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** `abcabcabc`: one short piece and nothing else, the last one may be cut. */
function isRepetition(text: string): boolean {
  for (let unit = 1; unit <= LONGEST_UNIT; unit += 1) {
    const piece = text.slice(0, unit);
    if (text.length >= 2 * unit && piece.repeat(Math.ceil(text.length / unit)).startsWith(text)) return true;
  }
  return false;
}

/** `qwerty123456`: made of nothing but runs, each of three signs or more. */
function isMadeOfRuns(text: string): boolean {
  let rest = text;
  while (rest !== '') {
    let length = 0;
    while (length < rest.length && ALL_RUNS.some((run) => run.includes(rest.slice(0, length + 1)))) length += 1;
    if (length < SHORTEST_RUN) return false;
    rest = rest.slice(length);
  }
  return true;
}

function isDecoratedWord(text: string): boolean {
  if (COMMON_WORDS.has(text)) return true;
  const core = text.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '');
  return core !== '' && text.length - core.length <= MOST_DECORATION && isKnownWord(core);
}

/** The word itself, or the same word twice: `lovelove`. */
function isKnownWord(word: string): boolean {
  const half = word.slice(0, word.length / 2);
  return COMMON_WORDS.has(word) || (half + half === word && COMMON_WORDS.has(half));
}

/**
 * Whether a password is among the most common ones: listed, or a listed word, run or repetition with little around it.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (COMMON_PASSWORDS.has(text) || isRepetition(text) || isMadeOfRuns(text)) return true;
  if (isDecoratedWord(text)) return true;
  // Digits at the end are decoration first ("chelsea1"), and letters in disguise second ("p4ssw0rd1").
  const trimmed = text.replace(/[^a-z]+$/, '');
  return (
    (text.length - trimmed.length <= MOST_DECORATION && isKnownWord(plain(trimmed))) || isDecoratedWord(plain(text))
  );
}

/** What the player just typed beside the password, and what an attacker types first. */
export interface OwnData {
  readonly username: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string;
  readonly dateOfBirth: string;
}

const squeezed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a password is nothing but the player's own name, address, number or birthday. */
export function isOwnData(password: string, own: OwnData): boolean {
  const text = squeezed(password.normalize('NFKC'));
  const [year = '', month = '', day = ''] = own.dateOfBirth.split('-');
  const names = squeezed(own.firstname) + squeezed(own.lastname);
  const local = own.phone.replace(/^\+?234/, '0');
  return [
    own.username, own.email, own.email.split('@')[0] ?? '', names, squeezed(own.lastname) + squeezed(own.firstname),
    own.phone, local, `${year}${month}${day}`, `${day}${month}${year}`, `${month}${day}${year}`,
    `${own.username}${year}`, `${own.firstname}${year}`, `${own.lastname}${year}`,
  ].some((known) => known !== '' && squeezed(known) === text);
}

/** Why a password is refused, in words for the field; null when it is accepted. */
export function passwordWeakness(password: string, own: OwnData): string | null {
  if (isOwnData(password, own)) return 'Choose a password that is not your name, e-mail, number or birthday.';
  if (isCommonPassword(password)) return 'This password is one of the first that others would try. Choose another.';
  return null;
}
