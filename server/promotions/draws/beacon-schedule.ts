/** Works out when a beacon publishes which of its rounds. Pure; instants in epoch ms. */
import type { BeaconConfig } from '../../config/draws';

export interface BeaconRoundTime {
  readonly round: number;
  readonly atMs: number;
}

/** Finds the first round that is published at `fromMs` or later. */
export function roundFrom({ genesisMs, periodMs }: Pick<BeaconConfig, 'genesisMs' | 'periodMs'>, fromMs: number): BeaconRoundTime {
  const round = Math.max(1, Math.ceil((fromMs - genesisMs) / periodMs) + 1);
  return { round, atMs: roundTime({ genesisMs, periodMs }, round) };
}

export const roundTime = ({ genesisMs, periodMs }: Pick<BeaconConfig, 'genesisMs' | 'periodMs'>, round: number): number => genesisMs + (round - 1) * periodMs;
