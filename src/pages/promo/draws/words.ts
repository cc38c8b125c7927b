/** Words of the weekly draw. */
import type { DrawSource, EntryBar, VoidReason } from '../../../core/draw-kinds';
import { catalogue } from '../../../core/words/catalogue';
import { figure, plural } from '../../../core/words/plural';

const entryCount = (count: number) => plural(count, { one: 'the # entry', other: 'all # entries' });

export const words = catalogue('pages/promo/draws', {
  thisWeek: 'This week’s draw',
  entries: (count: number) => plural(count, { one: '# entry so far', other: '# entries so far' }),
  closes: (when: string) => `Closes ${when}, Lagos time.`,
  commit: 'Fingerprint of our secret',
  noDraws: 'The draws load when you are online.',
  drawsFrom: 'Draws as last known',

  /** What decides a draw, before it is held. */
  decidedBy: {
    platform: 'Our secret alone decides, together with the entries. It was sealed before anybody could enter, and is not in our database.',
    admins: 'Our secret and those of two people of our team decide, together with the entries. Both are sealed before either is opened, and opened after entries close.',
  } satisfies Record<Exclude<DrawSource, 'beacon'>, string>,
  decidedByBeacon: (round: number, when: string) =>
    `Our secret and round ${figure(round)} of a public random beacon decide, together with the entries. The round comes out ${when}, Lagos time. Nobody knows it before.`,
  sealed: (which: number) => `Sealed by person ${which}`,

  held: 'Being held',
  frozen: (count: number, when: string) => `Entries closed ${when}, Lagos time, with ${plural(count, { one: '# entry', other: '# entries' })}.`,
  entriesHash: 'Fingerprint of the entries',
  waitsForBeacon: (when: string) => `The winners are known once the beacon’s round is out: ${when}, Lagos time.`,
  waitsForSeals: 'Two people of our team have to seal their secrets now.',
  waitsForSecrets: (opened: number, until: string) =>
    `${opened} of 2 secrets ${opened === 1 ? 'is' : 'are'} open. If both are not open by ${until}, Lagos time, others decide with new ones and the same entries.`,
  waits: 'The winners are known in a moment.',

  /** Why a try to hold the draw failed. */
  failed: {
    'beacon-away': 'The beacon did not answer in time. The draw is held again with the same entries.',
    'beacon-early': 'The beacon’s round was out before entries were closed. The draw is held again with the same entries.',
    'frozen-late': 'Entries were closed too late for the beacon’s round. The draw is held again with the same entries.',
    'not-revealed': 'One of the two people of our team did not open their secret in time. Others decide with new ones, from the same entries.',
  } satisfies Record<VoidReason, string>,
  failedOther: 'What should have decided did not come. The draw is held again with the same entries.',

  past: 'Past draws',
  noPast: 'No draw has been held yet.',
  week: (day: string) => `Week of ${day}`,
  winner: (place: number, name: string, prize: string) => `${place}. ${name}: ${prize}`,
  ownWin: (place: number, prize: string) => `${place}. You: ${prize}, paid into your balance`,
  nobody: 'Nobody entered.',
  passedOverTitle: (count: number) => plural(count, { one: '# entry was drawn and passed over', other: '# entries were drawn and passed over' }),
  passedOver: (entryId: string, reason: string) => `${entryId}: ${reason}`,
  ownEntry: 'Your entry',
  bars: {
    admin: 'an account of our team', closed: 'the account was closed', excluded: 'the account was excluded',
    'second-account': 'a second account of somebody', unverified: 'no verified NIN',
  } satisfies Record<EntryBar, string>,
  barOther: 'it could not win',

  check: 'Check this draw',
  checking: 'Checking',
  fits: 'Worked out on this device: the winners are as they were drawn',
  fitsSeed: 'Our secret is the one that was sealed before anybody could enter.',
  fitsEntries: (count: number) => `The fingerprint of ${entryCount(count)} is the one that was shown when entries closed.`,
  fitsSeen: (when: string) => `This device saw that fingerprint ${when}, before anybody could know the result.`,
  fitsBeacon: (round: number) => `The number that decided is the SHA-256 of the signature of round ${figure(round)}, which was named before.`,
  notChecked: 'Not checked here: that the beacon itself signed that round. To see it, compare the signature with what the beacon says at this address:',
  fitsSecrets: 'Both secrets are the ones that were sealed.',
  fitsAlone: 'Nothing but our secret and the entries decided.',
  fitsWinners: (passedOver: number) =>
    passedOver === 0 ? 'The winners follow from these.'
    : `The winners follow from these; ${plural(passedOver, { one: '# entry that was drawn could not win and was passed over', other: '# entries that were drawn could not win and were passed over' })}.`,
  differs: 'This is not as it should be',
  wrong: {
    commit: 'The secret that was opened is not the one that was sealed before anybody could enter.',
    entries: 'The entries are not those whose fingerprint was shown when entries closed.',
    source: 'Something else decided than what was named before.',
    randomness: 'What decided is not what was sealed or signed.',
    winners: 'Other entries win than were drawn.',
    seen: 'This device saw other fingerprints of this draw before it was held.',
  },
  writeToUs: 'Please write to us, and keep this device’s data.',
  unknown: 'This draw was held by a rule that this version of the app does not know. Update the app and check again.',
  checkFailed: 'What it follows from could not be loaded just now.',
});
