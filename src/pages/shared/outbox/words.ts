import { formatNaira, nairaToKobo, ZERO_KOBO } from '../../../core/money';
import type { OutboxBody } from '../../../core/outbox/all-kinds';
import { PLAYER_KINDS, readItem } from '../../../core/outbox/kinds';
import type { PlayerKindName } from '../../../core/outbox/kinds';
import { LENGTH_WORDS, limitName } from '../protection/names';
import { CONSENT_WORDS } from '../consents/consent-words';
import { catalogue } from '../../../core/words/catalogue';
import { entryOf, isKeyOf } from '../../../core/words/is-key-of';
import { plural } from '../../../core/words/plural';

const nameOfConsent = (tag: string): string => entryOf(CONSENT_WORDS, tag) ?? tag;

const SHOWN_LETTERS = 40;
/** The first words of a text, on one line. */
function beginning(text: string): string {
  const letters = Array.from(text);
  return letters.length <= SHOWN_LETTERS ? text : `${letters.slice(0, SHOWN_LETTERS).join('')}…`;
}

type NameOfGame = (gameId: string) => string;

const WAITING_WORDS: { readonly [K in PlayerKindName]: (body: OutboxBody<K>, nameOf: NameOfGame) => string } = {
  'give-consent': ({ tag }) => words.sayYes(nameOfConsent(tag)),
  'withdraw-consent': ({ tag }) => words.takeBack(nameOfConsent(tag)),
  'edit-profile': () => words.changeDetails,
  'lower-limit': ({ kind, period, amount }) => limitName(kind, period, formatNaira(nairaToKobo(amount) ?? ZERO_KOBO, { whole: true })),
  'send-message': ({ text }) => words.message(beginning(text)),
  'send-feedback': ({ text }) => words.feedback(beginning(text)),
  favourite: ({ gameId }, nameOf) => words.heart(nameOf(gameId)),
  'no-favourite': ({ gameId }, nameOf) => words.noHeart(nameOf(gameId)),
  'edit-game': ({ name }) => words.changeGame(name),
  'order-games': () => words.orderGames,
  exclude: ({ length }) => LENGTH_WORDS[length],
};

/** A few words about a waiting change. A change of a newer build that this one can't read is named by its kind alone. */
export function waitingWords(kind: string, body: unknown, nameOf: NameOfGame): string {
  const read = readItem({ kind, body }, PLAYER_KINDS);
  if (read === null || !isKeyOf(WAITING_WORDS, kind)) return entryOf(words.unreadable, kind) ?? words.other;
  // A cast, because the compiler can't follow that the body fits its kind.
  const wordsOf = WAITING_WORDS[kind] as (body: unknown, nameOf: NameOfGame) => string;
  return wordsOf(read.body, nameOf);
}

export const words = catalogue('pages/shared/outbox', {
  willBeSent: 'Will be sent when you are online.',
  title: (count: number) =>
    plural(count, { one: '# change will be sent when you are online', other: '# changes will be sent when you are online' }),
  delayedTitle: (count: number) => plural(count, { one: '# change has not been sent yet', other: '# changes have not been sent yet' }),
  sayYes: (consent: string) => `Agree to: ${consent}`,
  takeBack: (consent: string) => `Take back: ${consent}`,
  changeDetails: 'Change my details',
  heart: (game: string) => `Favourite: ${game}`,
  noHeart: (game: string) => `Remove favourite: ${game}`,
  message: (text: string) => `Message: “${text}”`,
  feedback: (text: string) => `Feedback: “${text}”`,
  changeGame: (name: string) => `Change the game ${name}`,
  orderGames: 'Change the order of the games',
  refusedTitle: 'Not accepted',
  other: 'A change',
  unreadable: { exclude: 'A break from playing', 'lower-limit': 'A lower limit', 'send-message': 'A message', 'send-feedback': 'Feedback' },
  undo: 'Undo',
  undoOf: (item: string) => `Undo: ${item}`,
  holdsHere: 'Applies on this device already',
  dismiss: 'OK',
  dismissOf: (item: string) => `OK, remove: ${item}`,
  waitsSince: (when: string) => `since ${when}`,
  refused: (why: string | undefined) => why ?? 'It was not accepted.',
  conflict: 'It was changed on another device.',
  view: 'View',
  signOutLosesBinding:
    'A break or a lower limit has not reached us yet. Signing out tries to send it once more; if you are offline, it is deleted with everything else here, and applies nowhere. Stay signed in, and we send it when you are online.',
  signOutLoses: (count: number) =>
    plural(count, {
      one: 'One change has not been sent yet. Signing out deletes it.',
      other: '# changes have not been sent yet. Signing out deletes them.',
    }),
});
