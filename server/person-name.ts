/** Compares the name in a profile with the name of a bank account. Pure. */

export interface PersonName {
  readonly firstname: string;
  readonly lastname: string;
}

/** Titles stand before names. A title that is all of a profile's first name ("Prince") counts as the name. */
const TITLES: ReadonlySet<string> = new Set([
  'mr', 'mrs', 'miss', 'ms', 'mallam', 'malam', 'dr', 'prof', 'engr', 'barr', 'arc', 'rev', 'pastor', 'chief', 'alhaji', 'alh',
  'alhaja', 'hajia', 'hajiya', 'hon', 'sir', 'lady', 'dame', 'otunba', 'prince', 'princess', 'elder', 'deacon', 'deaconess',
]);

/** Words of businesses. A business is not the player, even where its name contains the player's. */
const BUSINESS: ReadonlySet<string> = new Set([
  'ltd', 'limited', 'plc', 'inc', 'llc', 'enterprise', 'enterprises', 'ventures', 'company', 'stores', 'services', 'foundation',
  'ministries', 'cooperative', 'investment', 'investments', 'trading', 'nig', 'nigeria', 'intl', 'international', 'global', 'resources',
  'concept', 'concepts', 'farms', 'logistics', 'solutions', 'technologies', 'consult', 'consulting', 'consultants', 'associates', 'partners',
  'holdings', 'group', 'association', 'union', 'church', 'school', 'schools', 'hotel', 'hotels', 'pharmacy', 'store', 'shop', 'boutique',
  'supermarket', 'properties', 'construction', 'motors', 'multipurpose', 'estate',
]);

/** Matches an account of several holders, where first and last name could belong to two people. "OBI, ADA NGOZI" is one holder. */
const SEVERAL_HOLDERS = /[&/;+]|\b(?:and|or)\b|\S\s+\S+\s*,\s*\S+\s+\S/iu;
/** Hausa and other letters that Unicode does not decompose into Latin ones. */
const LATIN: Readonly<Record<string, string>> = {
  ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ı: 'i', ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ɛ: 'e', ɔ: 'o', ǝ: 'e', ə: 'e', ŋ: 'n', ɩ: 'i', ʋ: 'v', ɡ: 'g',
};
/** Cyrillic and Greek letters that look like Latin ones, so that a reader can't tell them apart. */
const LOOK_LIKE_LATIN: Readonly<Record<string, string>> = {
  а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', і: 'i', ј: 'j', ԁ: 'd', ԛ: 'q', ԝ: 'w', һ: 'h',
  α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', μ: 'u', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x',
};
const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries({ ...LATIN, ...LOOK_LIKE_LATIN }));
const APOSTROPHES = /['’‘ʼʻ`´ꞌꞋ]/gu;
/** Matches diacritics, marks that count as letters (ʹ), and characters that nobody sees (a space without width, a filler). */
const MARKS = /[\p{M}\p{Lm}\p{Default_Ignorable_Code_Point}]/gu;
const MAX_LENGTH = 200;
const MAX_WORDS = 12;
/** A bank may write a name in up to so many words where the profile writes it in one. */
const MAX_JOINED = 3;

/**
 * Splits a name into words without marks, case and punctuation: `Ọláyínká Adé-Bello` → `olayinka`, `ade`, `bello`. Letters that
 * are only another form of a letter (full width, bold) are that letter.
 */
export function nameWords(text: string, maxWords = MAX_WORDS): string[] {
  const plain = text
    .slice(0, MAX_LENGTH)
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(/\p{L}/gu, (letter) => LETTERS.get(letter) ?? letter);
  return plain.split(/[^\p{L}]+/u).filter((word) => word !== '').slice(0, maxWords);
}

/**
 * Says whether a bank's account name is this player's. It must contain the first name (of several, the first) and the whole last
 * name, in any order, each in full and in words of its own; middle names and titles may stand beside them. One name alone,
 * initials, a business and an account of several people never match. Different spellings (Mohammed, Muhammad) are different
 * names: a player with such an account changes the profile.
 */
export function namesMatch(profile: PersonName, accountName: string): boolean {
  if (SEVERAL_HOLDERS.test(accountName)) return false;
  const accountWords = nameWords(accountName);
  if (accountWords.some((word) => BUSINESS.has(word))) return false;
  const firstNames = removeTitles(nameWords(profile.firstname)).filter((word) => word.length > 1);
  const lastNames = removeTitles(nameWords(profile.lastname));
  const [first] = firstNames;
  if (first === undefined || lastNames.join('').length < 2) return false;
  // The first of several first names is enough; all of them count where the bank writes "ADEOLA" for "Ade Ola".
  const firstNameForms = firstNames.length > 1 ? [[first], firstNames] : [[first]];
  return findRemainders(accountWords, lastNames).some((rest) => firstNameForms.some((name) => findRemainders(rest, name).length > 0));
}

/** Removes titles, unless there is nothing but titles. */
export function removeTitles(words: readonly string[]): readonly string[] {
  const names = words.filter((word) => !TITLES.has(word));
  return names.length > 0 ? names : words;
}

/** Returns the remaining words after taking `name` out of `accountWords`, once for each way in which it is in there. */
function findRemainders(accountWords: readonly string[], name: readonly string[]): string[][] {
  const remainders: string[][] = [];
  const separately = removeWords(accountWords, name);
  if (separately !== null) remainders.push(separately);
  const joinedName = name.join('');
  for (let from = 0; from < accountWords.length; from += 1) {
    for (let length = 1; length <= MAX_JOINED && from + length <= accountWords.length; length += 1) {
      if (accountWords.slice(from, from + length).join('') === joinedName) remainders.push([...accountWords.slice(0, from), ...accountWords.slice(from + length)]);
    }
  }
  return remainders;
}

/** Takes the words of a name out one by one, wherever they stand; null where one is missing. */
function removeWords(accountWords: readonly string[], name: readonly string[]): string[] | null {
  const rest = [...accountWords];
  for (const word of name) {
    const at = rest.indexOf(word);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
