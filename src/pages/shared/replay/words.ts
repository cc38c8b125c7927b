import { catalogue } from '../../../core/words/catalogue';
import { plural } from '../../../core/words/plural';

export const words = catalogue('pages/shared/replay', {
  stake: 'Stake',
  noWin: 'No win',
  before: 'Balance before',
  afterIt: 'after it',
  outcome: {
    lines: (n: number) => plural(n, { zero: 'no line paid', one: '# line paid', other: '# lines paid' }),
    freeSpins: (n: number) => plural(n, { one: '# free spin', other: '# free spins' }),
    multiple: (times: string) => `${times} × the stake`,
  },
  window: 'What was shown, row by row',
  again: 'Watch it again',
  fromStart: 'From the start',
  back: 'Step back',
  next: 'Next step',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  stepsLater: 'The end of the round is shown. Its steps can be shown once the secret of its seeds is public.',
  chose: 'The choice was',
  abandoned: 'The round was left open and ended by the rule for unfinished rounds.',
  freeSpin: 'A free spin of a bonus.',
  won: (amount: string) => `Won ${amount}`,
  cameBack: (amount: string) => `${amount} came back`,
  failed: 'The game could not be loaded just now. The figures of the round are safe.',
  noFace: 'This version of the site can’t show that round. Its figures are in the list.',
});
