/** Stops play for a reality check by the platform's clock, without waiting for a stake that the platform would refuse. */
import { useEffect, useState } from 'react';
import { changeProtection, loadProtection } from '../../../bridge/actions/protection';
import { whenPageVisible } from '../../../bridge/page/visibility';
import { recheckSession } from '../../../bridge/actions/sync';
import { useProtection } from '../../../bridge/protection/use-protection';
import type { Problem } from '../../../core/contract/problem';
import type { PlayNow } from '../../../core/contract/protection';
import { playNow } from '../../../core/contract/protection';
import { koboToNaira } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { afterRound } from '../../../core/protection-view';
import { clock } from '../../../core/time';
import { protectionStore } from '../../../state/protection';

/** A corrected clock, or a phone that slept, is noticed within this time. */
const RECHECK_MS = 3_000;
/** This page counts rounds itself, and loads the platform's count at most this often. */
const RELOAD_AFTER_MS = 30_000;

/** The current play when a reality check is due; null before. */
export function useDueCheck(): PlayNow | null {
  const play = useProtection((state) => state.protection?.play ?? null);
  const overdueAt = useProtection((state) => state.overdueAt);
  const [now, setNow] = useState(() => clock.now());
  const dueAt = play === null ? null : Date.parse(play.dueAt);
  useEffect(() => {
    if (dueAt === null) return undefined;
    const end = new AbortController();
    const ended = end.signal;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const checkDue = () => {
      const at = clock.now();
      if (at < dueAt) {
        timer = setTimeout(checkDue, Math.min(RECHECK_MS, dueAt - at));
        return;
      }
      setNow(at);
      // The player may have passed the check on another device, or the play may have ended, so the state is loaded once the page is
      // visible.
      void whenPageVisible().then(() => (ended.aborted ? undefined : loadProtection()));
    };
    timer = setTimeout(checkDue, 0);
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [dueAt]);
  // An answer of the platform may have corrected the clock.
  useEffect(() => protectionStore.subscribe(() => setNow(clock.now())), []);
  const isDue = dueAt !== null && Math.max(now, overdueAt === null ? 0 : Date.parse(overdueAt)) >= dueAt;
  return isDue ? play : null;
}

/** The platform refused a stake because a check is due. `current` has its figures, where it sent some. */
function applyDueCheck(current: unknown): void {
  const answer = playNow.safeParse(current);
  const nowText = new Date(clock.now()).toISOString();
  changeProtection((state) => {
    const play = answer.success ? answer.data : (state.play ?? { startedAt: nowText, dueAt: nowText, staked: 0, won: 0, rounds: 0 });
    protectionStore.setState({ overdueAt: play.dueAt });
    return { ...state, play };
  });
  void loadProtection();
}

/** Counts a finished round, and asks the platform now and then. */
export function countRound(stake: Kobo, win: Kobo): void {
  changeProtection((state) => afterRound(state, koboToNaira(stake), koboToNaira(win)));
  const { protection, savedAt } = protectionStore.getState();
  if (protection !== null && (protection.play === null || clock.now() - (savedAt ?? 0) > RELOAD_AFTER_MS)) void loadProtection();
}

/** A refusal about the player's protection shows that the state here was old, so it is loaded again. */
export function applyProtectionRefusal({ code, current }: Problem): void {
  if (code === 'reality-check-due') applyDueCheck(current);
  if (code === 'limit-exceeded') void loadProtection();
  if (code !== 'cool-off' && code !== 'self-excluded') return;
  void loadProtection();
  void recheckSession();
}
