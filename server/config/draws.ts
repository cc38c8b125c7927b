/** Reads from the environment which public beacon decides the weekly draw, in the HTTP shape of drand (https://docs.drand.love). */
import { SECOND_MS } from '../../src/core/time';
import { isSafeTransport } from './values';
import type { Mistakes, ReadVariable } from './variables';

export interface BeaconConfig {
  /** Addresses of servers that answer the same beacon, no slash at the end; the first one is published. */
  readonly urls: readonly [string, ...string[]];
  /** The chain's hash, 64 lower-case hexadecimal characters. */
  readonly chain: string;
  /** Epoch ms of round 1. */
  readonly genesisMs: number;
  readonly periodMs: number;
}

interface ChainTimes {
  readonly genesisSeconds: number;
  readonly periodSeconds: number;
}

/** The chains of the League of Entropy. A chain's hash covers its times, so a known hash with other times is a mistake. */
export const KNOWN_CHAINS = {
  quicknet: { hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971', genesisSeconds: 1_692_803_367, periodSeconds: 3 },
  default: { hash: '8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce', genesisSeconds: 1_595_431_050, periodSeconds: 30 },
} as const satisfies Readonly<Record<string, ChainTimes & { readonly hash: string }>>;

const CHAIN = /^([0-9a-f]{64})(?::(\d{1,12}):(\d{1,5}))?$/;

/** Returns the beacon, undefined where none is configured, or one line per mistake. */
export function readBeacon(read: ReadVariable): BeaconConfig | Mistakes | undefined {
  const [urlText, chainText] = [read('DRAW_BEACON_URL'), read('DRAW_BEACON_CHAIN')];
  if (urlText === undefined) {
    return chainText === undefined ? undefined : { errors: ['DRAW_BEACON_CHAIN is set, but DRAW_BEACON_URL is not: it says where the beacon is asked.'] };
  }
  const errors: string[] = [];
  const [first, ...others] = urlText.split(',').map((each) => each.trim().replace(/\/+$/, '')).filter((each) => each !== '');
  const urls = first === undefined || ![first, ...others].every(isSafeUrl) ? null : ([first, ...others] as const);
  if (urls === null) {
    errors.push(`DRAW_BEACON_URL is ${JSON.stringify(urlText)}; it must be addresses like https://api.drand.sh with commas between them; http is for this machine alone.`);
  }
  const chain = readChain(chainText ?? KNOWN_CHAINS.quicknet.hash);
  if (chain === null) {
    errors.push(`DRAW_BEACON_CHAIN is ${JSON.stringify(chainText)}; it must be the hash of a chain, and behind it :GENESIS:PERIOD in seconds, as its /info says, where it is neither drand's quicknet nor its default one.`);
  }
  if (urls === null || chain === null) return { errors };
  return { urls, chain: chain.hash, genesisMs: chain.genesisSeconds * SECOND_MS, periodMs: chain.periodSeconds * SECOND_MS };
}

function isSafeUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const { username, password, search, hash } = url;
  return isSafeTransport(url) && [username, password, search, hash].every((part) => part === '');
}

function readChain(text: string): (ChainTimes & { readonly hash: string }) | null {
  const [, hash = '', genesis, period] = CHAIN.exec(text) ?? [];
  const knownChain = Object.values(KNOWN_CHAINS).find((each) => each.hash === hash);
  if (genesis === undefined || period === undefined) return knownChain ?? null;
  const times = { genesisSeconds: Number(genesis), periodSeconds: Number(period) };
  const isContradiction = knownChain !== undefined
    && (knownChain.genesisSeconds !== times.genesisSeconds || knownChain.periodSeconds !== times.periodSeconds);
  return times.periodSeconds === 0 || isContradiction ? null : { hash, ...times };
}
