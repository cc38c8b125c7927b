/** Whether two spellings of a person's name mean the same person: a profile's and a bank's. Pure. */

export interface PersonName {
  readonly firstname: string;
  readonly lastname: string;
}

/** What stands before names and is none. A profile's first name may be one of them ("Prince"): then it stays. */
const TITLES: ReadonlySet<string> = new Set([
  'mr', 'mrs', 'miss', 'ms', 'mallam', 'malam', 'dr', 'prof', 'engr', 'barr', 'arc', 'rev', 'pastor', 'chief', 'alhaji', 'alh',
  'alhaja', 'hajia', 'hajiya', 'hon', 'sir', 'lady', 'dame', 'otunba', 'prince', 'princess', 'elder', 'deacon', 'deaconess',
]);

/** A business is not the player, even where it has the player's name in it. */
const BUSINESS: ReadonlySet<string> = new Set([
  'ltd', 'limited', 'plc', 'inc', 'llc', 'enterprise', 'enterprises', 'ventures', 'company', 'stores', 'services', 'foundation',
  'ministries', 'cooperative', 'investment', 'investments', 'trading', 'nig', 'nigeria', 'intl', 'international', 'global', 'resources',
  'concept', 'concepts', 'farms', 'logistics', 'solutions', 'technologies', 'consult', 'consulting', 'consultants', 'associates', 'partners',
  'holdings', 'group', 'association', 'union', 'church', 'school', 'schools', 'hotel', 'hotels', 'pharmacy', 'store', 'shop', 'boutique',
  'supermarket', 'properties', 'construction', 'motors', 'multipurpose', 'estate',
]);

/** More than one holder: first and last name could be those of two people. "OBI, ADA NGOZI" is one. */
const SEVERAL_HOLDERS = /[&/;+]|\b(?:and|or)\b|\S\s+\S+\s*,\s*\S+\s+\S/iu;
/** Hausa letters that no decomposition makes Latin, and the signs that stand for a glottal stop. */
const LETTERS: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ı: 'i', ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', đ: 'd' };
const APOSTROPHES = /['’‘ʼʻ`´]/gu;
const MAX_LENGTH = 200;
const MAX_WORDS = 12;
/** Of a name that a bank writes in one word and the profile in several, or the other way round. */
const MAX_JOINED = 3;

/** A name's words without marks, case and punctuation: `Ọláyínká Adé-Bello` → `olayinka`, `ade`, `bello`. */
export function nameWords(text: string): string[] {
  const plain = text
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(APOSTROPHES, '')
    .replace(/[ɓɗƙƴıßæøłđ]/gu, (letter) => LETTERS[letter] ?? letter);
  return plain.split(/[^\p{L}]+/u).filter((word) => word !== '').slice(0, MAX_WORDS);
}

/**
 * Whether a bank's account name is this player's: the first name (of several the first) and the whole last name are
 * found in it, in any order, each in words of its own and in full; middle names and titles may stand beside them. One name
 * alone, initials, a business and an account of several people never match. Different spellings (Mohammed, Muhammad) are
 * different names: whoever has such an account changes the profile.
 */
export function namesMatch(profile: PersonName, accountName: string): boolean {
  if (SEVERAL_HOLDERS.test(accountName)) return false;
  const held = nameWords(accountName);
  if (held.some((word) => BUSINESS.has(word))) return false;
  const given = withoutTitles(nameWords(profile.firstname)).filter((word) => word.length > 1);
  const family = withoutTitles(nameWords(profile.lastname));
  const [first] = given;
  if (first === undefined || family.join('').length < 2) return false;
  // The first name alone, or all of it where the bank writes "ADEOLA" for "Ade Ola".
  const givens = given.length > 1 ? [[first], given] : [[first]];
  return without(held, family).some((rest) => givens.some((name) => without(rest, name).length > 0));
}

/** The words that are names; all of them where there are only titles. */
export function withoutTitles(words: readonly string[]): readonly string[] {
  const names = words.filter((word) => !TITLES.has(word));
  return names.length > 0 ? names : words;
}

/** What is left of `held` when `name` is taken out of it, for each way in which it is in there. */
function without(held: readonly string[], name: readonly string[]): string[][] {
  const ways: string[][] = [];
  const each = takeEach(held, name);
  if (each !== null) ways.push(each);
  const whole = name.join('');
  for (let from = 0; from < held.length; from += 1) {
    for (let length = 1; length <= MAX_JOINED && from + length <= held.length; length += 1) {
      if (held.slice(from, from + length).join('') === whole) ways.push([...held.slice(0, from), ...held.slice(from + length)]);
    }
  }
  return ways;
}

/** The words of a name one by one, wherever they stand. */
function takeEach(held: readonly string[], name: readonly string[]): string[] | null {
  const rest = [...held];
  for (const word of name) {
    const at = rest.indexOf(word);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
