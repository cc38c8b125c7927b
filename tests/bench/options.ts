/** What a run of the bench measures, by its arguments. */

/** In the order in which they are measured. `needsStage`: the product has to run, with a browser. */
export const PARTS = [
  { name: 'bytes', what: 'bytes of every part and game', isQuick: true, needsStage: false },
  { name: 'deploy', what: 'a deploy that changed one word', isQuick: true, needsStage: false },
  { name: 'first-visit', what: 'the first visit on slow 4G and flaky 3G', isQuick: true, needsStage: true },
  { name: 'repeat', what: 'every address without a network and on lie-fi', isQuick: true, needsStage: true },
  { name: 'routes', what: 'route changes and the heap', isQuick: true, needsStage: true },
  { name: 'lobby', what: 'a lobby of 2,000 games', isQuick: true, needsStage: true },
  { name: 'full-store', what: 'the start with 2,000 ended rounds on the device', isQuick: false, needsStage: true },
  { name: 'idle', what: 'an idle minute, seen and hidden', isQuick: false, needsStage: true },
  { name: 'process', what: 'memory and start of the product', isQuick: true, needsStage: true },
  { name: 'platform', what: 'polls and rounds of the platform under load', isQuick: false, needsStage: false },
] as const;

export type Part = (typeof PARTS)[number];

export interface Options {
  readonly isQuick: boolean;
  readonly parts: readonly Part[];
  /** What this run leaves out, in words. */
  readonly left: readonly string[];
}

/**
 * `--quick`: what fits into three minutes. `--only=lobby,idle`: these parts alone; `--lobby` is `--only=lobby`.
 *
 * @throws RangeError for a part that there is not, and for an argument that there is not
 */
export function readOptions(given: readonly string[]): Options {
  let isQuick = false;
  let names: readonly string[] | null = null;
  for (const each of given) {
    if (each === '--quick') isQuick = true;
    else if (each === '--lobby') names = ['lobby'];
    else if (each.startsWith('--only=')) names = each.slice('--only='.length).split(',');
    else throw new RangeError(`There is no ${each}. There are --quick, --lobby and --only=${PARTS.map(({ name }) => name).join(',')}.`);
  }
  const unknown = names?.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) throw new RangeError(`There is no part ${unknown}. There are ${PARTS.map(({ name }) => name).join(', ')}.`);
  const parts = PARTS.filter((part) => (names === null ? !isQuick || part.isQuick : names.includes(part.name)));
  return { isQuick, parts, left: names === null ? PARTS.filter((part) => !parts.includes(part)).map(({ what }) => what) : [] };
}
