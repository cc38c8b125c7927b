/** Finds passwords that attackers try first, so that sign-up can refuse them. Pure. */
import { isOwnData, OWN_DATA_REFUSAL } from '../../src/core/own-data';
import type { OwnData } from '../../src/core/own-data';
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-words';

/** Sequences of keys, letters or digits that people type without thinking; they count forwards and backwards. */
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
/** A common word with at most this many other characters around it is still common: `Chelsea@2024`. */
const MAX_DECORATION = 5;

const LEET: Readonly<Record<string, string>> = {
  '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i',
};
const undoLeet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** Finds repetitions of one short piece, such as `abcabcabc`; the last piece may be incomplete. */
function isRepetition(text: string): boolean {
  for (let unit = 1; unit <= LONGEST_UNIT; unit += 1) {
    const piece = text.slice(0, unit);
    if (text.length >= 2 * unit && piece.repeat(Math.ceil(text.length / unit)).startsWith(text)) return true;
  }
  return false;
}

/** Finds passwords that consist of runs alone, each of three characters or more, such as `qwerty123456`. */
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
  return core !== '' && text.length - core.length <= MAX_DECORATION && isCommonWord(core);
}

/** Finds a common word, or one that appears twice: `lovelove`. */
function isCommonWord(word: string): boolean {
  const half = word.slice(0, word.length / 2);
  return COMMON_WORDS.has(word) || (half + half === word && COMMON_WORDS.has(half));
}

/**
 * Returns true for a listed password, and for a listed word, a run or a repetition with few characters around it.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (COMMON_PASSWORDS.has(text) || isRepetition(text) || isMadeOfRuns(text)) return true;
  if (isDecoratedWord(text)) return true;
  // Digits at the end are first read as decoration ("chelsea1"), then as letters in disguise ("p4ssw0rd1").
  const trimmed = text.replace(/[^a-z]+$/, '');
  return (
    (text.length - trimmed.length <= MAX_DECORATION && isCommonWord(undoLeet(trimmed))) || isDecoratedWord(undoLeet(text))
  );
}

/** Returns the reason to refuse a password, as a sentence for the field; null for an acceptable one. */
export function passwordWeakness(password: string, own: OwnData): string | null {
  if (isOwnData(password, own)) return OWN_DATA_REFUSAL;
  if (isCommonPassword(password)) return 'This password is one of the first that others would try. Choose another.';
  return null;
}
