/**
 * A platform that has bound bets of this player to their draws and says that it binds none any more: then nothing would show that it
 * draws after the bet. So that is kept as evidence, and the player sees it before a bet goes out that names no draw.
 */
import { withBindingDropped, withBoundBet } from '../../core/fairness/observe-pair';
import type { PairChange } from '../../core/fairness/observe-pair';
import type { SeenSeeds } from '../../core/seen-seeds';
import { bindsBets, can, hostStore } from '../../state/catalogue';
import type { Bridge } from '../bridge';

/** The capabilities without which no bet names its draw. */
const NEEDED = ['fairness', 'binding'] as const;

interface UnboundDeps extends Pick<Bridge, 'host' | 'clock'> {
  readonly read: (userId: string) => Promise<SeenSeeds>;
  readonly change: (userId: string, by: (seen: SeenSeeds) => SeenSeeds) => Promise<SeenSeeds>;
  readonly show: (userId: string, seen: SeenSeeds, more?: { readonly change: PairChange }) => void;
}

const listed = (capabilities: readonly string[]): string => ['/config.json', ...capabilities].join(' ');

export function createUnbound({ host, clock, read, change, show }: UnboundDeps) {
  /** The player who was told on this page. */
  let toldTo: string | null = null;

  return {
    /** Keeps that the platform binds bets, on the disk before one goes out that names its draw. */
    async noteBound(userId: string, seen: SeenSeeds): Promise<void> {
      // Until the host has said what its platform can do, the app binds bets without a promise that they are held to it.
      if (seen.boundBets !== true && hostStore.getState().config !== null && bindsBets()) await change(userId, withBoundBet);
    },

    /** Keeps as evidence that the platform has stopped, where it has. */
    async note(userId: string): Promise<void> {
      if (bindsBets()) return;
      const seen = await read(userId);
      if (seen.boundBets === undefined) return;
      // What this page knows may be from before the platform bound bets: another tab may know more.
      const isCertain = seen.boundBets && (await host.load()) && !bindsBets() && hostStore.getState().config?.provisional !== true;
      if (!isCertain) {
        show(userId, seen);
        return;
      }
      toldTo = null;
      const found = { expected: listed(NEEDED), answered: listed(NEEDED.filter(can)), at: clock.now() };
      show(userId, await change(userId, (before) => withBindingDropped(before, found)));
    },

    async mayGo(userId: string): Promise<boolean> {
      const seen = await read(userId);
      if (seen.boundBets === undefined || (!seen.boundBets && toldTo === userId)) return true;
      toldTo = userId;
      show(userId, seen, { change: 'binding-dropped' });
      return false;
    },
  };
}
