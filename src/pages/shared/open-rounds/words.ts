import { catalogue } from '../../../core/words/catalogue';

/** The words about open rounds. `until` is empty where only the platform knows it. */
export const words = catalogue('pages/shared/open-rounds', {
  title: (game: string) => `Your round of ${game} is not finished`,
  text: (stake: string, until: string) => `${stake} is staked in it. If you leave it, it ends by the rules${until === '' ? '' : ` at ${until}`}.`,
  go: 'Continue it',
  many: (count: number) => `${count} rounds are not finished`,
  rule: 'Left open, they end by the rules.',
  one: (stake: string, until: string) => (until === '' ? stake : `${stake} until ${until}`),
});
