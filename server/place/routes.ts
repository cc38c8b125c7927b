import { getPlace } from '../../src/core/contract/place';
import type { Place } from '../../src/core/contract/place';
import type { Caller, Router } from '../http/router';
import type { Platform } from '../platform';
import { isTooYoung } from './guard';
import type { Resident } from './guard';
import { rulesFor } from './rules';
import type { CallerPlace } from './rules';

/** What holds where a call comes from; of a player, with what holds where they live. */
export function registerPlace(router: Router, platform: Pick<Platform, 'pool' | 'now'>): void {
  router.open(getPlace, async ({ caller, place }) => toPlace(await residentOf(platform, caller), place, platform.now()));
}

async function residentOf({ pool }: Pick<Platform, 'pool'>, caller: Caller | null): Promise<Resident> {
  const nobody: Resident = { state: null, date_of_birth: null };
  if (caller === null) return nobody;
  const { rows } = await pool.query<Resident>('SELECT state, date_of_birth FROM player WHERE user_id = $1', [caller.userId]);
  return rows[0] ?? nobody;
}

function toPlace(resident: Resident, place: CallerPlace, now: Date): Place {
  const { served, minimumAge, licence } = rulesFor(resident.state, place);
  const { country, state } = place;
  return { country, state, served: served && !isTooYoung(resident, minimumAge, now), minimumAge, licence };
}
