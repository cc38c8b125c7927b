/**
 * Holds the par sheets of this build's games, as they are published. They are computed when the rules change and not when the platform
 * starts, because counting every combination of stops takes seconds.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../src/core/canonical-json';
import { RULES_VERSIONS } from '../../../src/core/games/rules/versions';
import { rulesOf } from './parameters';
import sheets from './sheets.json' with { type: 'json' };

export interface PublishedSheet {
  readonly gameId: string;
  /** SHA-256 of `text`, hex. */
  readonly version: string;
  /** The sheet in the spelling that the version is the hash of. */
  readonly text: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Throws an Error for a sheet of other rules than this build plays, because rounds would name rules that they were not played by. */
function toPublishedSheet([gameId, sheet]: readonly [string, (typeof sheets)[keyof typeof sheets]]): PublishedSheet {
  const text = canonicalJson(sheet);
  const version = hashOf(text);
  const { method, parameters, stakeStep, maxRoundWin } = rulesOf(gameId);
  const isOfThisBuild = sheet.method === method && sheet.stakeStep === stakeStep && sheet.largestWin.amount === maxRoundWin
    && canonicalJson(sheet.parameters) === canonicalJson(parameters);
  if (!isOfThisBuild || version !== RULES_VERSIONS[gameId]) throw new Error(`The par sheet of ${gameId} does not match its rules: run npm run games:sheets`);
  return { gameId, version, text };
}

/** By game. */
export const PAR_SHEETS: ReadonlyMap<string, PublishedSheet> = new Map(Object.entries(sheets).map((entry) => [entry[0], toPublishedSheet(entry)]));
