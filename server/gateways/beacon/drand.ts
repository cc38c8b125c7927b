/**
 * Asks a public beacon in the HTTP shape of drand for a round: `GET /{chain}/public/{round}`. Its randomness is believed where it is
 * SHA-256 of the signature that came with it. We do not check that the signature (BLS) is the beacon's own; anybody can compare round and
 * signature with any server of the beacon.
 */
import * as z from 'zod/mini';
import { randomnessOf } from '../../../src/core/draw';

export interface BeaconAddress {
  /** They answer the same chain, and are asked in turn. No slash at the end. */
  readonly urls: readonly string[];
  readonly chain: string;
}

export interface BeaconRound {
  readonly round: number;
  readonly signature: string;
  readonly randomness: string;
}

/** `why` says for each address what came instead of the round, for the log. */
export type BeaconAnswer = { readonly is: 'round'; readonly value: BeaconRound } | { readonly is: 'none'; readonly why: readonly string[] };

/** The time to wait for one address with its whole answer. */
export const BEACON_DEADLINE_MS = 5_000;
/** An answer has less than half a kilobyte. */
const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_SIGNATURE = 512;

const answerShape = z.object({
  round: z.int().check(z.minimum(1)),
  signature: z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/), z.maxLength(MAX_SIGNATURE)),
  randomness: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

interface Deps {
  readonly fetch: typeof fetch;
  readonly deadlineMs?: number;
}

/** Asks for that round; `latest` is the newest one that there is. Never rejects. */
export async function askBeacon({ urls, chain }: BeaconAddress, round: number | 'latest', deps: Deps): Promise<BeaconAnswer> {
  const why: string[] = [];
  for (const url of urls) {
    const answer = await askAddress(`${url}/${chain}/public/${round}`, deps);
    if (typeof answer === 'string') why.push(answer);
    else if (round !== 'latest' && answer.round !== round) why.push(`answered round ${answer.round}`);
    else return { is: 'round', value: answer };
  }
  return { is: 'none', why };
}

/** Returns the round, or what was wrong. */
async function askAddress(url: string, { fetch: send, deadlineMs = BEACON_DEADLINE_MS }: Deps): Promise<BeaconRound | string> {
  try {
    const response = await send(url, { headers: { accept: 'application/json' }, redirect: 'error', signal: AbortSignal.timeout(deadlineMs) });
    if (response.status !== 200) {
      await response.body?.cancel();
      return `status ${response.status}`;
    }
    const text = await readBounded(response);
    if (text === null) return 'answered far too much';
    const parsed = answerShape.safeParse(JSON.parse(text));
    if (!parsed.success) return 'answered in an unknown shape';
    return randomnessOf(parsed.data.signature) === parsed.data.randomness ? parsed.data : 'its randomness is not that of its signature';
  } catch (error) {
    return error instanceof SyntaxError ? 'answered something other than JSON' : 'did not answer';
  }
}

/** Reads the body; null where it is longer than any answer. The deadline covers the body, too. */
async function readBounded({ body }: Response): Promise<string | null> {
  if (body === null) return '';
  const chunks: AsyncIterable<Uint8Array> = body;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks) {
    size += part.byteLength;
    // Leaving the loop cancels the rest.
    if (size > MAX_ANSWER_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
