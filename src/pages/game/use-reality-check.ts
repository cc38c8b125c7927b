/** When play is stopped for a look: by the platform's clock, without waiting for a stake that it would refuse. */
import { useEffect, useState } from 'react';
import { changeProtection, loadProtection } from '../../bridge/protection';
import { recheckSession } from '../../bridge/sync-worker';
import { useProtection } from '../../bridge/use-protection';
import type { Problem } from '../../core/contract/problem';
import type { PlayNow } from '../../core/contract/protection';
import { koboToNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { afterRound } from '../../core/protection-view';
import { playNowShape } from '../../core/shapes/protection';
import { clock } from '../../core/time';
import { protectionStore } from '../../state/protection';

/** A clock that was corrected, or a phone that slept, is noticed within this time. */
const LOOK_AGAIN_MS = 15_000;
/** What rounds add is counted here; the platform's own count is asked for this often at most. */
const RELOAD_AFTER_MS = 30_000;

const isPast = (instant: string): boolean => clock.now() >= Date.parse(instant);

/** The play that goes on, when it is time to look at it; null before. */
export function useDueCheck(): PlayNow | null {
  const play = useProtection((state) => state.protection?.play ?? null);
  const [due, setDue] = useState<string | null>(null);
  const dueAt = play?.dueAt ?? null;
  useEffect(() => {
    if (dueAt === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (isPast(dueAt)) {
        setDue(dueAt);
        // Another device may have looked, or the play has ended by itself.
        void loadProtection();
      } else timer = setTimeout(look, Math.min(LOOK_AGAIN_MS, Date.parse(dueAt) - clock.now()));
    };
    look();
    return () => clearTimeout(timer);
  }, [dueAt]);
  return play !== null && due === play.dueAt ? play : null;
}

/** The platform refused a stake because it is time to look; `current`: its figures, where it sent some. */
function hearDue(current: unknown): void {
  const told = playNowShape.safeParse(current);
  const nowText = new Date(clock.now()).toISOString();
  changeProtection((known) => {
    const play = told.success ? told.data : (known.play ?? { startedAt: nowText, dueAt: nowText, staked: 0, won: 0, rounds: 0 });
    return { ...known, play: { ...play, dueAt: isPast(play.dueAt) ? play.dueAt : nowText } };
  });
  void loadProtection();
}

/** A round stands: it is counted in, and now and then the platform is asked. */
export function countRound(stake: Kobo, win: Kobo): void {
  changeProtection((known) => afterRound(known, koboToNaira(stake), koboToNaira(win)));
  const { protection, savedAt } = protectionStore.getState();
  if (protection !== null && (protection.play === null || clock.now() - (savedAt ?? 0) > RELOAD_AFTER_MS)) void loadProtection();
}

/** A refusal that is about the player's protection: what is known of that here was old. */
export function hearProtecting(problem: Problem | null): void {
  switch (problem?.code) {
    case 'reality-check-due':
      return hearDue(problem.current);
    case 'limit-exceeded':
      return void loadProtection();
    case 'cool-off':
    case 'self-excluded':
      void loadProtection();
      return void recheckSession();
  }
}
