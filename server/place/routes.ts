import { getPlace } from '../../src/core/contract/place';
import type { Place } from '../../src/core/contract/place';
import type { Caller, Router } from '../http/router';
import type { Platform } from '../platform';
import { UNKNOWN_RESIDENT, notServedReason } from './guard';
import type { Resident } from './guard';
import { rulesFor } from './rules';
import type { CallerPlace } from './rules';

/** Registers the call that answers with the rules of the place it comes from and, for a player, of the state the player lives in. */
export function registerPlace(router: Router, platform: Pick<Platform, 'readPool' | 'now'>): void {
  router.onPublic(getPlace, async ({ caller, place }) => toPlace(await readResident(platform, caller), place, platform.now()));
}

async function readResident({ readPool }: Pick<Platform, 'readPool'>, caller: Caller | null): Promise<Resident> {
  if (caller === null) return UNKNOWN_RESIDENT;
  const { rows } = await readPool.query<Resident>('SELECT state, date_of_birth FROM player WHERE user_id = $1', [caller.userId]);
  return rows[0] ?? UNKNOWN_RESIDENT;
}

function toPlace(resident: Resident, place: CallerPlace, now: Date): Place {
  const { country, state } = place;
  const { minimumAge, licence } = rulesFor(resident.state, place);
  const reason = notServedReason(resident, place, now);
  return { country, state, served: reason === null, reason, minimumAge, licence };
}
