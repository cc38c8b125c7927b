import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RoundHistoryItem } from '../../core/contract/games';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/more-icons';
import { Amount } from '../shared/money/Amount';
import { outcomeWords } from '../shared/replay/outcome';
import { Replay } from './Replay';
import { words } from './words';

function Fact({ label, code = false, children }: { label: string; code?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={code ? 'code' : undefined}>{children}</dd>
    </div>
  );
}

/** All facts of one round, the round itself to watch again, and the data to check it. */
export function RoundFacts({ round, name }: { round: RoundHistoryItem; name: string }) {
  const [isShown, setShown] = useState(false);
  const { fairness, provider } = round;
  const result = outcomeWords(round);
  return (
    <div className="round-facts">
      <dl className="facts">
        {result === '' ? null : <Fact label={words.result}>{result}</Fact>}
        <Fact label={words.before}><Amount amount={round.balanceBefore} currency={round.currency} /></Fact>
        <Fact label={words.after}><Amount amount={round.balanceAfter} currency={round.currency} /></Fact>
        {fairness === undefined ? null : <Fact label={words.nonce}>{fairness.nonce}</Fact>}
      </dl>
      <dl className="facts">
        <Fact label={words.round} code>{round.roundId}</Fact>
        {fairness === undefined ? null : (
          <>
            <Fact label={words.commit} code>{fairness.commit}</Fact>
            <Fact label={words.clientSeed} code>{fairness.clientSeed}</Fact>
          </>
        )}
      </dl>
      {round.state === 'open' ? null : (
        <div className="row">
          <Button variant="secondary" onClick={() => setShown(true)}><Icon name="play" size={18} />{words.replay.show}</Button>
          {provider === undefined ? <Link className="text-link" to="/help#check-result">{words.howToCheck}</Link> : <span className="quiet small">{words.byProvider(provider)}</span>}
        </div>
      )}
      {isShown ? <Replay round={round} name={name} onClose={() => setShown(false)} /> : null}
    </div>
  );
}
