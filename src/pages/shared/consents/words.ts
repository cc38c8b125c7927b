import { brand } from '../../../core/brand';
import { catalogue } from '../../../core/words/catalogue';

export const words = catalogue('pages/shared/consents', {
  consents: 'What you agreed to',
  sending: 'Being sent.',
  waiting: 'Will be sent when you are online.',
  unknown: 'What you agreed to is not on this device yet.',
  unread: 'We could not read what you agreed to. We are loading it again; nothing has changed.',
  notKept: 'This browser saves nothing, so your choice was lost. Try again when you are online.',
  notTaken: 'Too many changes are waiting on this device. Try again when you are online.',
  notKnown: 'No answer came back, so we don’t know yet whether this was saved. Check again when you are online.',
  refused: (why: string | undefined) => `Not saved: ${why ?? 'it was not accepted.'}`,
  readOnly: `To change any of these, write to ${brand.privacyEmail}. It applies from then on.`,
  yes: 'Yes',
  no: 'No',
  given: (day: string) => `Given on ${day}`,
  withdrawn: (day: string) => `Withdrawn on ${day}`,
  implied: (day: string) => `Assumed on ${day}, not asked`,
  wording: (version: string) => `wording ${version}`,
  history: 'Earlier choices',
  historyFailed: 'The history could not be loaded.',
  historyOffline: 'The history loads when you are online.',
  historyEmpty: 'None yet.',
  historyAge: 'Saved copy,',
  retry: 'Try again',
  more: 'Show older',
  atSignUp: 'when you joined',
});
