/** A reason that is told to a player in a mail of the house, in the words of one of its people. */
import * as z from '../zod';

/** A day is no telephone number, whether it is written `2026-11-28` or `28/11/2026`. */
const DAYS = /(?<![\d-])(?:(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])\/(?:0[1-9]|1[0-2])\/(?:19|20)\d{2})(?![\d/-])/g;
/** `example.com`, in any letters. */
const ADDRESS = /[\p{L}\p{N}-]\.\p{L}{2,}/u;
const OTHER_ADDRESSES = /@|:\/\/|www\.|\p{Nd}+(?:\.\p{Nd}+){3}/iu;
/** Endings of addresses that are written with the dot apart, or as a word. Those that may begin a sentence count in small letters alone. */
const ENDINGS = 'com|org|ng|biz|xyz|io';
const ENDINGS_OR_WORDS = `${ENDINGS}|net|info|co|app|online|site|shop|bet|link|live`;
const SPACED_ADDRESSES = [
  new RegExp(String.raw`[\p{L}\p{N}]\s*\.\s*(?:${ENDINGS})(?![\p{L}\p{N}])`, 'iu'),
  new RegExp(String.raw`[\p{L}\p{N}]\s*\.\s*(?:${ENDINGS_OR_WORDS})(?![\p{L}\p{N}])`, 'u'),
  new RegExp(String.raw`(?<![\p{L}\p{N}])dot[^\p{L}\p{N}]+(?:${ENDINGS_OR_WORDS})(?![\p{L}\p{N}])`, 'iu'),
];
/** A number with the commas of thousands, that no other digits follow. */
const AMOUNTS = /(?<!\d|\d,)[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?(?!,\d|[ .-]*\d)/g;
/** Seven digits, whatever stands between them but letters and amounts. */
const TELEPHONE = /\p{Nd}(?:[^\p{L}\p{Nd}₦]*\p{Nd}){6,}/u;

/** Says whether a text sends its reader elsewhere. Letters that only look like others, and characters that nobody sees, hide nothing. */
export function namesAnAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replace(/[\p{Cf}\p{Mn}]/gu, '').replace(/。/g, '.');
  if ([ADDRESS, OTHER_ADDRESSES, ...SPACED_ADDRESSES].some((address) => address.test(plain))) return true;
  return TELEPHONE.test(plain.replace(DAYS, '').replace(AMOUNTS, '₦'));
}

/** A check of a text that is told to a player. */
export const namesNoAddress = z.refine<string>((text) => !namesAnAddress(text), 'No links, addresses or phone numbers: the player gets this from us. Leave a space after a full stop.');

/**
 * At least ten characters. It names no link, address or telephone number: it comes in a mail of the house, and whoever could name one there could
 * send players anywhere.
 */
export const toldReason = z.string().check(
  z.trim(), z.minLength(10, 'Give a reason of at least ten characters.'), z.maxLength(300, 'At most 300 characters.'),
  namesNoAddress,
);
