/** The notices about changes that have reached the platform, on whichever page the player is by then. */
import { catalogue } from '../words/catalogue';
import { plural } from '../words/plural';
import type { OutboxKindName } from './all-kinds';
import type { OutboxItem } from './item';

/** The path of the page that shows what became of a change, and asks the player to choose where there is a conflict. Some kinds have none. */
export const PAGE_OF_KIND: Readonly<Record<string, string | undefined>> = {
  'edit-profile': '/edit-profile', 'lower-limit': '/self-exclusion', exclude: '/self-exclusion', 'send-feedback': '/feedback',
  'edit-game': '/admin?tab=games', 'order-games': '/admin?tab=games',
} satisfies Readonly<Partial<Record<OutboxKindName, string>>>;

export const outboxWords = catalogue('core/outbox', {
  written: 'Your message to us has been sent.',
  sent: (count: number) => plural(count, { one: 'Your change has been sent.', other: 'Your # changes have been sent.' }),
  conflict: 'One of your changes was not saved, because it was also changed on another device. Compare both and choose one.',
  refused: ({ problem }: Pick<OutboxItem, 'problem'>) =>
    `One of your changes was not accepted. ${problem?.detail ?? problem?.title ?? 'We could not save it.'}`.trim(),
  protectionWaits: 'Your break or lower limit has not reached us yet. Please sign in again to send it.',
  signIn: 'Sign in',
  signOutPending: 'You are signed out here. We end the session when you are online.',
  signOutUnsaved: 'You are signed out here. Keep this page open until you are online, so that we can end the session.',
  signOutRefused: 'You are signed out here, but your session could not be ended on our side.',
  signOutComplete: 'You are now fully signed out.',
});
