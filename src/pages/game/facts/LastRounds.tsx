import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { loadRounds } from '../../../bridge/actions/histories';
import type { RoundHistoryItem } from '../../../core/contract/games';
import { nairaToKobo } from '../../../core/money';
import { clock, clockTime, dayWords, lagosDay } from '../../../core/time';
import { onDisconnect } from '../../../state/connection';
import { useIntents } from '../../../state/use';
import { Age } from '../../../ui/Age';
import { Money } from '../../../ui/Money';
import { Skeleton } from '../../../ui/States';
import { SHOWN_ROUNDS, lastRounds } from './last-rounds';
import { words } from '../words';

interface Loaded {
  readonly items: readonly RoundHistoryItem[];
  /** Epoch ms of the list; null when it is live. */
  readonly savedAt: number | null;
}

function useListedRounds(gameId: string): { readonly loaded: Loaded | null; readonly failed: boolean } {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    let answeredAt = 0;
    void loadRounds({ gameId, limit: SHOWN_ROUNDS }, control.signal).then((answer) => {
      if (control.signal.aborted) return;
      answeredAt = clock.now();
      setFailed(!answer.ok);
      if (answer.ok) setLoaded({ items: answer.data.items, savedAt: answer.savedAt });
    });
    const unsubscribe = onDisconnect(() => setLoaded((before) => before && { ...before, savedAt: before.savedAt ?? answeredAt }));
    return () => {
      control.abort();
      unsubscribe();
    };
  }, [gameId]);
  return { loaded, failed };
}

function when(at: string): string {
  const atMs = Date.parse(at);
  const now = clock.now();
  return lagosDay(atMs) === lagosDay(now) ? clockTime(atMs) : `${dayWords(atMs, now)}, ${clockTime(atMs)}`;
}

interface Props {
  gameId: string;
  /** The round whose result is still being shown. */
  keyStillShown: string | null;
}

/** The player's last rounds for money in this game. */
export default function LastRounds({ gameId, keyStillShown }: Props) {
  const { loaded, failed } = useListedRounds(gameId);
  const byKey = useIntents((state) => state.byKey);
  const rounds = useMemo(
    () => lastRounds(loaded?.items ?? [], Object.values(byKey), gameId, keyStillShown),
    [loaded, byKey, gameId, keyStillShown],
  );
  const datedAt = loaded?.savedAt ?? null;
  return (
    <section className="stack" aria-labelledby="history-title">
      <div className="row spread">
        <h2 id="history-title">{words.history}</h2>
        <Link className="text-link" to="/games-history">{words.historyAll}</Link>
      </div>
      {loaded === null && rounds.length === 0 ? (
        failed ? <p className="quiet">{words.historyFailed}</p> : <Skeleton lines={SHOWN_ROUNDS} />
      ) : rounds.length === 0 ? (
        <p className="quiet">{words.historyEmpty}</p>
      ) : (
        <table className="rounds">
          <thead>
            <tr>
              <th scope="col">{words.time}</th>
              <th scope="col">{words.stake}</th>
              <th scope="col">{words.win}</th>
            </tr>
          </thead>
          <tbody>
            {rounds.map((round) => (
              <tr key={round.roundId}>
                <td className="figures">{when(round.at)}</td>
                <td><RoundMoney naira={round.stake} /></td>
                <td><RoundMoney naira={round.win} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {datedAt === null ? null : <p className="quiet small">{words.historyFrom} <Age at={datedAt} /></p>}
    </section>
  );
}

function RoundMoney({ naira }: { naira: number }) {
  const amount = nairaToKobo(naira);
  return amount === null ? '–' : <Money amount={amount} />;
}
