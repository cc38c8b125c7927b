/** The parts that a run of the bench measures, by its arguments. */

/** The parts in the order of the measurements. `needsStage` means that the product must run, with a browser. */
export const PARTS = [
  { name: 'bytes', description: 'bytes of every part and game', isQuick: true, needsStage: false },
  { name: 'deploy', description: 'a deploy that changed one word', isQuick: true, needsStage: false },
  { name: 'first-visit', description: 'the first visit on slow 4G and flaky 3G', isQuick: true, needsStage: true },
  { name: 'repeat', description: 'every address without a network and on lie-fi', isQuick: true, needsStage: true },
  { name: 'routes', description: 'route changes and the heap', isQuick: true, needsStage: true },
  { name: 'lobby', description: 'a lobby of 2,000 games', isQuick: true, needsStage: true },
  { name: 'frames', description: 'the frames of a round of each game', isQuick: false, needsStage: true },
  { name: 'full-store', description: 'the start with 2,000 ended rounds on the device', isQuick: false, needsStage: true },
  { name: 'idle', description: 'an idle minute, seen and hidden', isQuick: false, needsStage: true },
  { name: 'process', description: 'memory and start of the product', isQuick: true, needsStage: true },
  { name: 'polls', description: 'polls beside a bare Fastify', isQuick: false, needsStage: false },
  { name: 'rounds', description: 'rounds beside a bare Fastify that writes one row', isQuick: false, needsStage: false },
  { name: 'overload', description: 'rounds and polls at three times what a process can serve', isQuick: false, needsStage: false },
  { name: 'platform', description: 'rounds and deposits of the platform under load', isQuick: false, needsStage: false },
] as const;

export type Part = (typeof PARTS)[number];

export interface Options {
  readonly isQuick: boolean;
  readonly parts: readonly Part[];
  /** The names of the parts that this run leaves out. */
  readonly leftOut: readonly string[];
}

/**
 * `--quick`: what fits into three minutes. `--only=lobby,idle`: these parts alone; `--lobby` is `--only=lobby`.
 *
 * @throws RangeError for a part that there is not, and for an argument that there is not
 */
export function readOptions(args: readonly string[]): Options {
  let isQuick = false;
  let names: readonly string[] | null = null;
  for (const each of args) {
    if (each === '--quick') isQuick = true;
    else if (each === '--lobby') names = ['lobby'];
    else if (each.startsWith('--only=')) names = each.slice('--only='.length).split(',');
    else throw new RangeError(`There is no ${each}. There are --quick, --lobby and --only=${PARTS.map(({ name }) => name).join(',')}.`);
  }
  const unknown = names?.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) throw new RangeError(`There is no part ${unknown}. There are ${PARTS.map(({ name }) => name).join(', ')}.`);
  const parts = PARTS.filter((part) => (names === null ? !isQuick || part.isQuick : names.includes(part.name)));
  return { isQuick, parts, leftOut: names === null ? PARTS.filter((part) => !parts.includes(part)).map(({ description }) => description) : [] };
}
