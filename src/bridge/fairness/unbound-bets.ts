/**
 * Handles a platform that has bound bets of this player to their draws and then stops. Without binding nothing would show that
 * it draws after the bet, so the device notes the change as evidence, and the player sees it before a bet goes out that names no
 * draw.
 */
import { withBindingDropped, withBoundBet } from '../../core/fairness/observe-pair';
import type { SeenSeeds } from '../../core/seen-seeds';
import { bindsBets, can, hostStore } from '../../state/catalogue';
import type { Bridge } from '../bridge';
import type { SeenPairs } from './seen-pairs';

/** The capabilities without which no bet names its draw. */
const BINDING_CAPABILITIES = ['fairness', 'binding'] as const;

/** Writes capabilities as a piece of evidence has them. */
const evidenceText = (capabilities: readonly string[]): string => ['/config.json', ...capabilities].join(' ');

export interface UnboundBets {
  /** Stores that the platform binds bets, before a bet goes out that names its draw. */
  readonly noteBound: (userId: string, seen: SeenSeeds) => Promise<void>;
  /** Stores as evidence that the platform has stopped binding bets, where it has. */
  readonly note: (userId: string) => Promise<void>;
  /**
   * Returns true if the next bet may go out without naming a draw. It returns false once on each page, which then shows the player that
   * bets are bound no more.
   */
  readonly mayGo: (userId: string) => Promise<boolean>;
}

export function createUnboundBets({ host, clock }: Pick<Bridge, 'host' | 'clock'>, { read, change, show }: SeenPairs): UnboundBets {
  /** The player who has seen on this page that bets are bound no more. */
  let warnedPlayer: string | null = null;

  return {
    async noteBound(userId, seen) {
      // Until the host has said what its platform can do, the app binds bets, but the platform has promised nothing.
      if (seen.boundBets !== true && hostStore.getState().config !== null && bindsBets()) await change(userId, withBoundBet);
    },

    async note(userId) {
      if (bindsBets()) return;
      const seen = await read(userId);
      if (seen.boundBets === undefined) return;
      // The host is asked again, because this page may know an older configuration than the tab that bound the bets.
      const isCertain = seen.boundBets && (await host.load()) && !bindsBets() && hostStore.getState().config?.provisional !== true;
      if (!isCertain) {
        show(userId, seen);
        return;
      }
      warnedPlayer = null;
      const evidence = { expected: evidenceText(BINDING_CAPABILITIES), answered: evidenceText(BINDING_CAPABILITIES.filter(can)), at: clock.now() };
      show(userId, await change(userId, (before) => withBindingDropped(before, evidence)));
    },

    async mayGo(userId) {
      const seen = await read(userId);
      // Undefined: the platform never bound a bet of this player. True: it binds bets. False: it has stopped binding them.
      if (seen.boundBets === undefined || (!seen.boundBets && warnedPlayer === userId)) return true;
      warnedPlayer = userId;
      show(userId, seen, { change: 'binding-dropped' });
      return false;
    },
  };
}
