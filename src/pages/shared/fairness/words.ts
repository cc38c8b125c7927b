import type { BetMismatch } from '../../../core/fairness/bet-mismatch';
import type { PairChange } from '../../../core/fairness/observe-pair';
import { catalogue } from '../../../core/words/catalogue';

/** Words of the seeds that rounds are drawn from. */
export const seedWords = catalogue('pages/shared/fairness', {
  otherRules: (count: number, of: number) =>
    `${count} of ${of} rounds on this device were played by other rules than this version’s; “Check all my rounds” checks those. The others are as they were drawn.`,
  commit: 'Commit',
  firstSeen: (when: string) => `First seen on this device ${when}.`,
  clientSeed: 'Your part (client seed)',
  made: {
    here: 'Made for you on this device, after it had the commit.',
    player: 'Not made on this device: we say you chose it on another one.',
    platform: 'Made by us, not on this device. This device makes one as soon as no round is open.',
  },
  next: 'Commit of the next pair',
  nonce: 'Number of the next round',
  changeSeed: 'Choose your own part',
  changeSeedHint: '1 to 64 letters, digits or signs, no spaces. Where rounds were played on this pair, the next pair starts with it.',
  saveSeed: 'Use this part',
  saving: 'Saving',
  seedSaved: 'Saved. Used from the next round on.',

  bound: 'Your bet names this commit, your part and the number. The answer must be drawn from exactly these, by the rules shown here, or the app tells you.',
  part: (isTaken: boolean) =>
    isTaken
      ? 'Each bet also brings a fresh part, made on this device as you press. We can’t know it before, so we can’t know the result before.'
      : 'Bets here bring no fresh part, so we could know the next results before you play.',
  unbound: 'Rounds here are not bound to a commit before the bet. You can check results afterwards, but not that they were fixed before.',
  evidenceTitle: 'Something is wrong here',
  evidenceText: 'What this device saw before does not fit what it got later. Both are saved. Check your rounds.',
  toCheck: 'Check my rounds',

  changed: {
    first: 'Check the new seal above, then press again.',
    none: 'Press again.',
    nonce: 'You played a round on another device or in another tab. The seal above is up to date: press again.',
    'client-seed': 'Your part was changed on another device. Check the seal above, then press again.',
    next: 'A new pair of seeds has begun, on another device or in another tab. It is the one that was announced. Check it above, then press again.',
    later: 'New pairs of seeds have begun, on another device or in another tab. Those before are public. Check the seal above, then press again.',
    unlisted: 'New pairs of seeds have begun, so many that this device could not find what became of the one it knew. Check the seal above, then press again.',
    replaced: 'The seeds are not the ones that were announced. This device saves both. You need not play on: check your rounds, or write to us.',
    'parts-dropped': 'Each bet brought a fresh part before. Now bets bring none, so we could know the next results before you play. You need not play on: check your rounds, or write to us.',
    'binding-dropped': 'Each bet named its seal before. Now bets name none, so we could choose the result after your bet. You need not play on: check your rounds, or write to us.',
  } satisfies Record<PairChange, string>,
  toSeal: 'Show the seal',

  mismatch: {
    seeds: 'It was drawn from other seeds than those your bet was sealed with.',
    game: 'It is a round of another game than your bet was for.',
    rules: 'It was played by other rules than this app shows.',
    bet: 'It was drawn for another bet than yours.',
    stake: 'It has another stake than yours.',
    action: 'It was played with another step than the one you pressed.',
    id: 'It has the id of an earlier round, which is another one.',
    abandoned: 'It was ended as an unfinished round, although its 24 hours were not over.',
  } satisfies Record<BetMismatch, string>,
  mismatchMoney: (stake: string, win: string) => `Our answer says ${stake} was staked and ${win} paid, and your balance says so too. The bet and the answer are saved on this device.`,
  mismatchOpen: 'Its stake is taken. You can still finish it; the bet and the answer are saved on this device.',
});
