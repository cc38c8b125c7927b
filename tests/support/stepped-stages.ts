import { afterEach, beforeEach, expect } from 'vitest';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { fileDatabase } from './file-database';
import { findAllViolations, seedSteppedGames } from './stepped-rounds';
import { makeSteppedStage } from './stepped-stage';
import type { SteppedStage } from './stepped-stage';

/** A stage for each test of a file, on the file's own database. Its functions are those of the test that is running. */
export interface SteppedStages extends SteppedStage {
  readonly database: ReturnType<typeof fileDatabase>;
}

/** Gives a test file a database with the games of several steps, and each test a new stage; every invariant is checked after each test. */
export function steppedStages(): SteppedStages {
  const database = fileDatabase({
    seed: async (pool) => {
      await fillCatalogue(pool);
      await seedSteppedGames(pool, new Date('2026-11-20T00:00:00Z'));
    },
  });
  let on: SteppedStage;
  beforeEach(() => {
    on = makeSteppedStage(database.pool);
  });
  afterEach(async () => {
    expect(await findAllViolations(database.pool)).toEqual([]);
  });
  return {
    database,
    get stage() {
      return on.stage;
    },
    now: () => on.now(),
    seated: (...how) => on.seated(...how),
    begin: (...how) => on.begin(...how),
    step: (...how) => on.step(...how),
    fairness: (userId) => on.fairness(userId),
    filter: (userId) => on.filter(userId),
    historyOf: (userId) => on.historyOf(userId),
    openOf: (userId) => on.openOf(userId),
    entriesOf: (userId) => on.entriesOf(userId),
  };
}
