import { useEffect, useRef } from 'react';
import { formatNaira, subKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { entryOf } from '../../core/words/is-key-of';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/States';
import type { Turnover, UnplayedChoice } from './turnover';
import { words } from './words';

const naira = (amount: Kobo): string => formatNaira(amount, { whole: true });

interface Props {
  /** Null where everything was played. */
  turnover: Turnover | null;
  unplayedChoice: UnplayedChoice;
  onReason: (reason: UnplayedChoice) => void;
}

/** Shows how much of the paid-in money is played, and the ways to withdraw it unplayed. */
export function UnplayedDeposits({ turnover, unplayedChoice, onReason }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const shownReason = useRef(unplayedChoice);
  // The button that was pressed is gone.
  useEffect(() => {
    if (shownReason.current !== unplayedChoice) place.current?.focus();
    shownReason.current = unplayedChoice;
  }, [unplayedChoice]);
  if (unplayedChoice !== '') {
    return (
      <div ref={place} tabIndex={-1}>
        <Notice kind="warning" title={words.requestTitle[unplayedChoice]} action={<Button variant="secondary" onClick={() => onReason('')}>{words.requestBack}</Button>}>
          {words.requestText[unplayedChoice]}
        </Notice>
      </div>
    );
  }
  if (turnover === null) return null;
  const { left, total, waived } = turnover;
  if (waived !== null) return <Notice>{entryOf(words.waived, waived) ?? words.waivedOther}</Notice>;
  return (
    <div className="unplayed" ref={place} tabIndex={-1}>
      <progress className="unplayed-bar" max={total} value={subKobo(total, left)} aria-label={words.unplayedLabel} />
      <p>{words.unplayed(naira(subKobo(total, left)), naira(total), naira(left))}</p>
      <details>
        <summary>{words.unplayedOther}</summary>
        <div className="stack">
          <p>{words.unplayedOtherText}</p>
          <div className="row">
            <Button variant="secondary" onClick={() => onReason('mistake')}>{words.askMistake}</Button>
            <Button variant="secondary" onClick={() => onReason('closing')}>{words.askClosing}</Button>
          </div>
        </div>
      </details>
    </div>
  );
}
