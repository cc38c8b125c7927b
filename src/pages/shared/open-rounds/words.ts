import { catalogue } from '../../../core/words/catalogue';

/** The words about open rounds. `until` is empty where only the platform knows it. */
export const words = catalogue('pages/shared/open-rounds', {
  title: (game: string) => `Your round of ${game} is not finished`,
  text: (stake: string, until: string) => `You staked ${stake}. If you don’t finish it, it ends by the rules${until === '' ? '' : ` at ${until}`}.`,
  go: 'Continue',
  many: (count: number) => `${count} rounds are not finished`,
  rule: 'If you don’t finish them, they end by the rules.',
  one: (stake: string, until: string) => (until === '' ? stake : `${stake} until ${until}`),
});
