/** The guards of the weekly draw, each with what it looks like without it and the test that must notice. */
import { compareWith, decideBy, dropIf, returns, value } from './effects.mjs';

const INSIDER = { project: 'platform', test: 'tests/platform/draws-insider.test.ts' };
const BEACON = { project: 'platform', test: 'tests/platform/draws-beacon.test.ts' };
const TEAM = { project: 'platform', test: 'tests/platform/draws-admins.test.ts' };
const GUARDS = 'server/db/migrations/0071_frozen_draws.sql';

/** @type {readonly import('./run.mjs').Mutant[]} */
export const DRAW_MUTANTS = [
  {
    guard: 'no entry comes once a draw is frozen',
    file: GUARDS,
    sql: 'frozen_at IS NULL AND drawn_at IS NULL AND NEW.at >= opens_at', replacement: 'drawn_at IS NULL AND NEW.at >= opens_at',
    ...INSIDER,
    name: 'by closing, excluding or demoting whoever is drawn before the accomplice',
  },
  {
    guard: 'nobody is barred once a draw is frozen',
    file: GUARDS,
    sql: 'draw_id = OLD.draw_id AND frozen_at IS NULL AND drawn_at IS NULL', replacement: 'draw_id = OLD.draw_id AND drawn_at IS NULL',
    ...INSIDER,
    name: 'by closing, excluding or demoting whoever is drawn before the accomplice',
  },
  {
    guard: 'the seed of a draw is derived from a key that is not in the database',
    file: 'server/promotions/draws/draw-seed.ts',
    in: 'deriveDrawSeed', change: value('deriveDrawSeed', "async (seedKeys: SeedKeys, keyId: string, _drawId: string): Promise<string> => seedKeys.seedOf(keyId, 'draw', 'the-same-for-every-one')"),
    ...INSIDER,
    name: 'where the platform’s seed alone decides: it is not there before the draw is over',
  },
  {
    guard: 'a round that is known before the entries are frozen decides nothing',
    file: 'server/promotions/draws/freeze-draws.ts',
    in: 'freezeDraws', change: value('earlyBeaconMs', 'undefined as number | undefined'),
    ...BEACON,
    name: 'nobody draws from a round that was known before the entries were frozen',
  },
  {
    guard: 'a round that is due when the entries are frozen decides nothing',
    file: 'server/promotions/draws/freeze-draws.ts',
    in: 'isRoundDue', change: compareWith('-Infinity', 'ROUND_LEAD_MS'),
    ...BEACON,
    name: 'nobody gains by freezing only once the round is known',
  },
  {
    guard: 'a beacon is believed where its number is that of its signature',
    file: 'server/gateways/beacon/drand.ts',
    in: 'askAddress', change: decideBy('true', 'randomnessOf'),
    project: 'platform', test: 'tests/platform/beacon.test.ts',
    name: 'is not believed with',
  },
  {
    guard: 'a secret is revealed once the entries are frozen and two have committed',
    file: GUARDS,
    sql: 'IF (SELECT frozen_at FROM draw WHERE draw_id = NEW.draw_id) IS NULL OR', replacement: 'IF',
    ...TEAM,
    name: 'has one commit of each, which can’t be changed, and the same one again changes nothing',
  },
  {
    guard: 'an admin who withheld a secret does not decide the same draw',
    file: 'server/promotions/draws/committers.ts',
    in: 'findCommitRefusal', change: dropIf('withheld', 'some'),
    ...TEAM,
    name: 'gains nothing: everybody is told, and others draw from the same entries',
  },
  {
    guard: 'a draw is as this device saw it before',
    file: 'src/core/draw-pins.ts',
    in: 'contradictionOf', change: returns('null', 'before'),
    project: 'unit', test: 'tests/unit/core/draw-pins.test.ts',
    name: 'by other secrets than the two whose seals the device saw',
  },
  {
    guard: 'one week has one draw',
    file: 'src/core/draw-pins.ts',
    in: 'contradictionOf', change: dropIf('terms'),
    project: 'unit', test: 'tests/unit/core/draw-pins.test.ts',
    name: 'by another draw for the same week is found',
  },
  {
    guard: 'the first thing that the device saw stays stored',
    file: 'src/core/draw-pins.ts',
    in: 'pinOf', change: dropIf('isSame'),
    project: 'unit', test: 'tests/unit/core/draw-pins.test.ts',
    name: 'stays as it was first',
  },
];
