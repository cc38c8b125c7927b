/**
 * A platform that has bound bets of this player to their draws and says that it binds none any more: then nothing would show that it
 * draws after the bet. So that is kept as evidence, and the player sees it before a bet goes out that names no draw.
 */
import { withBindingDropped, withBoundBet } from '../../core/fairness/observe-pair';
import type { SeenSeeds } from '../../core/seen-seeds';
import { bindsBets, can, hostStore } from '../../state/catalogue';
import type { Bridge } from '../bridge';
import type { SeenPairs } from './seen-pairs';

/** The capabilities without which no bet names its draw. */
const NEEDED = ['fairness', 'binding'] as const;

const listed = (capabilities: readonly string[]): string => ['/config.json', ...capabilities].join(' ');

export interface UnboundBets {
  /** Keeps that the platform binds bets, on the disk before one goes out that names its draw. */
  readonly noteBound: (userId: string, seen: SeenSeeds) => Promise<void>;
  /** Keeps as evidence that the platform has stopped, where it has. */
  readonly note: (userId: string) => Promise<void>;
  /** Whether the next bet may name no draw. False once on each page, which then shows the player that bets are bound no more. */
  readonly mayGo: (userId: string) => Promise<boolean>;
}

export function createUnboundBets({ host, clock }: Pick<Bridge, 'host' | 'clock'>, { read, change, show }: SeenPairs): UnboundBets {
  /** The player who was shown on this page that bets are bound no more. */
  let warnedPlayer: string | null = null;

  return {
    async noteBound(userId, seen) {
      // Until the host has said what its platform can do, the app binds bets without a promise that they are held to it.
      if (seen.boundBets !== true && hostStore.getState().config !== null && bindsBets()) await change(userId, withBoundBet);
    },

    async note(userId) {
      if (bindsBets()) return;
      const seen = await read(userId);
      if (seen.boundBets === undefined) return;
      // What this page knows may be from before the platform bound bets: another tab may know more.
      const isCertain = seen.boundBets && (await host.load()) && !bindsBets() && hostStore.getState().config?.provisional !== true;
      if (!isCertain) {
        show(userId, seen);
        return;
      }
      warnedPlayer = null;
      const found = { expected: listed(NEEDED), answered: listed(NEEDED.filter(can)), at: clock.now() };
      show(userId, await change(userId, (before) => withBindingDropped(before, found)));
    },

    async mayGo(userId) {
      const seen = await read(userId);
      if (seen.boundBets === undefined || (!seen.boundBets && warnedPlayer === userId)) return true;
      warnedPlayer = userId;
      show(userId, seen, { change: 'binding-dropped' });
      return false;
    },
  };
}
