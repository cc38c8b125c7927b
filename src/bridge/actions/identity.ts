/** Proves who the player is. The number goes to the platform and is stored nowhere here. */
import { getIdentity, verifyIdentity as verifyCall } from '../../core/contract/identity';
import type { Identity } from '../../core/contract/identity';
import type { BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAsPlayer } from '../index';
import { recheckSession } from './sync';

export type IdentityProof = BodyOf<typeof verifyCall>;

export function loadIdentity(signal?: AbortSignal): Promise<Result<Identity>> {
  return callAsPlayer(getIdentity, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

/** After a success the account is read again, because pages read from it that the identity is verified. */
export async function verifyIdentity(proof: IdentityProof): Promise<Result<Identity>> {
  const result = await callAsPlayer(verifyCall, ({ userId }) => ({ params: { userId }, body: proof }));
  if (result.ok) void recheckSession();
  return result;
}
