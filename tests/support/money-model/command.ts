/** Commands of the money model: each file of this folder adds its commands as lines of a table. */
import fc from 'fast-check';
import type { Model } from './model';
import type { World } from './world';

/** One action on the model and on the platform; throws where the two differ. */
export interface Step {
  readonly says: string;
  run(world: World, model: Model): Promise<void>;
}

export interface Command {
  readonly name: string;
  readonly weight: number;
  readonly steps: fc.Arbitrary<Step>;
}

/** Makes a command whose details are drawn from `arbitrary`; a failing run prints those details. */
export function command<T>(
  name: string,
  weight: number,
  arbitrary: fc.Arbitrary<T>,
  run: (world: World, model: Model, details: T) => Promise<void>,
): Command {
  const toStep = (details: T): Step => {
    const says = `${name} ${JSON.stringify(details)}`;
    return Object.assign({ says, run: (world: World, model: Model) => run(world, model, details) }, { [fc.toStringMethod]: () => says });
  };
  return { name, weight, steps: arbitrary.map(toStep) };
}

/** Makes a run of `length` commands, drawn by their weights. */
export function runsOfCommands(table: readonly Command[], length: number): fc.Arbitrary<readonly Step[]> {
  const any = fc.oneof(...table.map(({ weight, steps }) => ({ weight, arbitrary: steps })));
  return fc.array(any, { minLength: length, maxLength: length });
}

export const index = fc.nat({ max: 1_000 });

/** Picks one of the items; null where there is none. */
export function pick<T>(items: readonly T[], at: number): T | null {
  return items[at % Math.max(1, items.length)] ?? null;
}

/** Picks mostly one of the items that can still change. */
export function pickOpen<T>(items: readonly T[], at: number, isOpen: (item: T) => boolean): T | null {
  const open = items.filter(isOpen);
  return at % 5 === 0 || open.length === 0 ? pick(items, at) : pick(open, at);
}

export function pass({ cashier }: World, model: Model, ms: number): void {
  cashier.pass(ms);
  model.now += ms;
}
