import { CONSENT_TAGS } from '../../core/contract/player';
import type { ConsentTag } from '../../core/contract/player';

export type Choice = 'accepted' | 'withdrawn';
export type Choices = Readonly<Partial<Record<string, Choice>>>;

export interface ConsentRow {
  readonly tag: ConsentTag;
  /** What the player wants: the choice made here, else what the platform has. */
  readonly given: boolean;
  /** The platform does not know of the choice yet. */
  readonly isWaiting: boolean;
}

/** What each of the six consents looks like. `choices`: made on this device, possibly not told yet. */
export function consentRows(told: Readonly<Record<string, boolean>>, choices: Choices): readonly ConsentRow[] {
  return CONSENT_TAGS.map((tag) => {
    const has = told[tag] === true;
    const choice = choices[tag];
    const given = choice === undefined ? has : choice === 'accepted';
    return { tag, given, isWaiting: given !== has };
  });
}
