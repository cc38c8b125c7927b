import { formatNaira, nairaToKobo, ZERO_KOBO } from '../../../core/money';
import type { OutboxBody } from '../../../core/outbox/all-kinds';
import type { PlayerKindName } from '../../../core/outbox/kinds';
import { LENGTH_WORDS, limitName } from '../protection/names';
import { CONSENT_WORDS } from '../consents/consent-words';
import { catalogue } from '../../../core/words/catalogue';
import { isKeyOf } from '../../../core/words/is-key-of';
import { plural } from '../../../core/words/plural';

const nameOfConsent = (body: unknown): string => {
  const tag = typeof body === 'object' && body !== null && 'tag' in body ? String(body.tag) : '';
  return isKeyOf(CONSENT_WORDS, tag) ? CONSENT_WORDS[tag] : tag;
};

const SHOWN_LETTERS = 40;
/** The first words of a text, on one line. */
function beginning(text: string): string {
  const letters = Array.from(text);
  return letters.length <= SHOWN_LETTERS ? text : `${letters.slice(0, SHOWN_LETTERS).join('')}…`;
}

/** A few words about a waiting change, by its kind. */
export const WAITING_WORDS: Readonly<Record<PlayerKindName, (body: unknown) => string>> = {
  'give-consent': (body) => words.sayYes(nameOfConsent(body)),
  'withdraw-consent': (body) => words.takeBack(nameOfConsent(body)),
  'edit-profile': () => words.changeDetails,
  'lower-limit': (body) => {
    const { kind, period, amount } = body as OutboxBody<'lower-limit'>;
    return limitName(kind, period, formatNaira(nairaToKobo(amount) ?? ZERO_KOBO, { whole: true }));
  },
  'send-message': (body) => `Message: “${beginning((body as OutboxBody<'send-message'>).text)}”`,
  'send-feedback': (body) => `Feedback: “${beginning((body as OutboxBody<'send-feedback'>).text)}”`,
  favourite: (body) => words.heart((body as OutboxBody<'favourite'>).gameId),
  'no-favourite': (body) => words.noHeart((body as OutboxBody<'no-favourite'>).gameId),
  'edit-game': (body) => words.changeGame((body as OutboxBody<'edit-game'>).name),
  'order-games': () => words.orderGames,
  exclude: (body) => LENGTH_WORDS[(body as OutboxBody<'exclude'>).length],
};

export const words = catalogue('pages/shared/outbox', {
  willBeSent: 'Will be sent when there is a connection.',
  title: (count: number) =>
    plural(count, { one: '# change will be sent when there is a connection', other: '# changes will be sent when there is a connection' }),
  sayYes: (what: string) => `Agree to: ${what}`,
  takeBack: (what: string) => `Take back: ${what}`,
  changeDetails: 'Change my details',
  heart: (game: string) => `A heart for: ${game}`,
  noHeart: (game: string) => `No heart for: ${game}`,
  changeGame: (name: string) => `Change the game ${name}`,
  orderGames: 'Change the order of the games',
  refusedTitle: 'Not accepted',
  other: 'A change',
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  holdsHere: 'Applies on this device already',
  dismiss: 'OK',
  dismissOf: (what: string) => `OK, remove: ${what}`,
  waitsSince: (when: string) => `since ${when}`,
  refused: (why: string | undefined) => why ?? 'The platform refused it.',
  conflict: 'It was changed somewhere else in the meantime.',
  look: 'View',
  signOutLosesBinding:
    'A break or a lower limit has not reached us yet. Signing out tries to send it once more; without a connection it is deleted with everything else here, and applies nowhere. Stay signed in, and it is sent with the next connection.',
  signOutLoses: (count: number) =>
    plural(count, {
      one: 'One change has not been sent yet. Signing out deletes it.',
      other: '# changes have not been sent yet. Signing out deletes them.',
    }),
});
