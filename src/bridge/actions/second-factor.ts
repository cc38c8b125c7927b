/** Enrols an admin's second factor, gives it, and looks after it. */
import {
  enrolSecondFactor, getSecondFactor, giveSecondFactor, offerSecondFactor, renewRecoveryCodes, resetSecondFactor,
} from '../../core/contract/second-factor';
import type { FactorOffer, SecondFactor } from '../../core/contract/second-factor';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAsPlayer } from '../index';
import { callAtDesk } from './desk-call';

export type { FactorOffer, SecondFactor };
export { recheckSession } from './sync';

export function loadFactor(signal: AbortSignal): Promise<Result<SecondFactor>> {
  return callAtDesk(getSecondFactor, () => ({ signal, noStore: true }));
}

/** The secret for this session; it is the same one until it is enrolled. */
export function loadOffer(): Promise<Result<FactorOffer>> {
  return callAtDesk(offerSecondFactor, () => ({}));
}

/** On success the answer has the recovery codes, which nobody gets again. */
export function enrol(code: string): Promise<Result<AnswerOf<typeof enrolSecondFactor>>> {
  return callAtDesk(enrolSecondFactor, () => ({ body: { code } }));
}

/** Gives a code of the app, or a recovery code, for this session. */
export function give(code: string): Promise<Result<AnswerOf<typeof giveSecondFactor>>> {
  return callAsPlayer(giveSecondFactor, () => ({ body: { code } }));
}

export function renewCodes(): Promise<Result<AnswerOf<typeof renewRecoveryCodes>>> {
  return callAtDesk(renewRecoveryCodes, () => ({}));
}

/** Takes another admin's second factor away. It asks for the password of the owner who acts. */
export function resetFactorOf(adminId: string, body: BodyOf<typeof resetSecondFactor>): Promise<Result<undefined>> {
  return callAtDesk(resetSecondFactor, () => ({ params: { adminId }, body }));
}
