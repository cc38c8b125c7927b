/** Adds and removes an admin's passkeys, and gives the second factor by one. */
import { addPasskey, challengePasskey, givePasskey, offerPasskey, removePasskey } from '../../core/contract/passkeys';
import type { Passkey, PasskeyChallenge, PasskeyOffer } from '../../core/contract/passkeys';
import type { BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAsPlayer } from '../index';
import { callAtDesk } from './desk-call';

export type { Passkey, PasskeyChallenge, PasskeyOffer };
export type NewPasskey = BodyOf<typeof addPasskey>;
export type Assertion = BodyOf<typeof givePasskey>;

export function loadPasskeyOffer(): Promise<Result<PasskeyOffer>> {
  return callAtDesk(offerPasskey, () => ({}));
}

export function storePasskey(body: NewPasskey): Promise<Result<undefined>> {
  return callAtDesk(addPasskey, () => ({ body }));
}

export function dropPasskey(passkeyId: string): Promise<Result<undefined>> {
  return callAtDesk(removePasskey, () => ({ params: { passkeyId } }));
}

/** What a passkey has to sign in this session. It works for five minutes. */
export function loadChallenge(): Promise<Result<PasskeyChallenge>> {
  return callAsPlayer(challengePasskey, () => ({}));
}

export function giveAssertion(body: Assertion): Promise<Result<undefined>> {
  return callAsPlayer(givePasskey, () => ({ body }));
}
