/** Words of the weekly draw. */
import type { DrawCheck } from '../../../core/draw-check';
import type { Contradiction } from '../../../core/draw-pins';
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

  /** The source that decides a draw, as it is described before the draw is held. */
  decidedBy: {
    platform: 'Our secret alone decides, together with the entries. It was sealed before anybody could enter, and is not in our database.',
    admins: 'Our secret and those of two people of our team decide, together with the entries. Both are sealed before either is opened, and opened after entries close.',
  } satisfies Record<Exclude<DrawSource, 'beacon'>, string>,
  decidedByBeacon: (round: number, when: string) =>
    `Our secret and round ${figure(round)} of a public random beacon decide, together with the entries. The round comes out ${when}, Lagos time. Nobody knows it before.`,
  sealed: (which: number) => `Sealed by person ${which}`,

  held: 'In progress',
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
  fits: 'Checked on this device: the winners are right',
  seenBefore: (when: string) => `This device saw that ${when}, before anybody could know the result.`,
  notSeen: 'This device had not seen that before.',
  fitsSeed: 'Our secret and the prizes fit what was published.',
  fitsEntries: (count: number) => `The fingerprint of ${entryCount(count)} is the one that is published.`,
  fitsBeacon: (round: number) => `The number that decided is the SHA-256 of the signature of round ${figure(round)}.`,
  notChecked: 'Not checked here: what the beacon itself signed, and when. To see it, compare it with what the beacon says here:',
  fitsSecrets: 'Both secrets fit the seals that are published.',
  fitsAlone: 'Nothing but our secret and the entries decided.',
  fitsWinners: (passedOver: number) =>
    passedOver === 0 ? 'The winners follow from these.'
    : `The winners follow from these; ${plural(passedOver, { one: '# entry that was drawn could not win and was passed over', other: '# entries that were drawn could not win and were passed over' })}.`,
  ownListed: 'Your entry is in the list, and could win.',
  ownHasBar: (reason: string) => `Your entry is in the list, and could not win: ${reason}. If that is wrong, please write to us.`,
  ownNoReason: 'Your entry was drawn and passed over. We did not publish reasons then.',
  differs: 'Something is wrong here',
  wrong: {
    rule: 'It was drawn by an old rule, which was not in force any more.',
    commit: 'The secret that was opened is not the one that was sealed.',
    entries: 'The entries are not those whose fingerprint was published.',
    prizes: 'The prizes are not those that were published.',
    tries: 'What should have decided was given up without a reason that holds.',
    source: 'Something else decided than what was named before.',
    randomness: 'What decided is not what was sealed or signed.',
    winners: 'Other entries win than were drawn.',
    own: 'Your entry is not in the list, or was passed over without a reason.',
  } satisfies Record<Exclude<DrawCheck, 'right' | 'unknown'> | 'own', string>,
  /** The facts that the device saw differently before. */
  seen: {
    draw: 'This device saw another draw for that week before.',
    commit: 'This device saw another fingerprint of our secret before.',
    terms: 'This device saw other prizes or dates of this draw before.',
    rules: 'This device saw a newer rule for this draw before.',
    entries: 'This device saw another fingerprint of the entries before.',
    tries: 'This device saw before that something else was to decide.',
  } satisfies Record<Contradiction, string>,
  writeToUs: 'Please write to us, and keep this device’s data.',
  unknown: 'This version of the app does not know the rule of this draw. Update the app and check again.',
  checkFailed: 'The data for this check could not be loaded just now.',
});
