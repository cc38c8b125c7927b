/** Calls for one player, who may sign out while one is under way. */
import { failure } from '../../core/errors';
import type { Calls } from '../platform/calls';
import { currentIds } from '../session/ids';

export const isSignedIn = (userId: string): boolean => currentIds()?.userId === userId;

/** Makes calls for a player, and none once they are not signed in any more. */
export const callsOf = (calls: Calls, userId: string): Pick<Calls, 'callAsPlayer'> =>
  isSignedIn(userId) ? calls : { callAsPlayer: () => Promise.resolve(failure('canceled')) };
