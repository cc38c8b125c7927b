import { useEffect, useRef } from 'react';
import { formatNaira, subKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { entryOf } from '../../core/words/is-key-of';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/States';
import type { Turnover, UnplayedRequest } from './turnover';
import { words } from './words';

const naira = (amount: Kobo): string => formatNaira(amount, { whole: true });

interface Props {
  /** Null where everything was played. */
  turnover: Turnover | null;
  request: UnplayedRequest;
  onRequest: (request: UnplayedRequest) => void;
}

/** Shows how much of the paid-in money is played, and the ways to withdraw it unplayed. */
export function UnplayedDeposits({ turnover, request, onRequest }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const shownRequest = useRef(request);
  // The button that was pressed is gone.
  useEffect(() => {
    if (shownRequest.current !== request) place.current?.focus();
    shownRequest.current = request;
  }, [request]);
  if (request !== '') {
    return (
      <div ref={place} tabIndex={-1}>
        <Notice kind="warning" title={words.requestTitle[request]} action={<Button variant="secondary" onClick={() => onRequest('')}>{words.requestBack}</Button>}>
          {words.requestText[request]}
        </Notice>
      </div>
    );
  }
  if (turnover === null) return null;
  const { left, of, waived } = turnover;
  if (waived !== null) return <Notice>{entryOf(words.waived, waived) ?? words.waivedOther}</Notice>;
  return (
    <div className="unplayed" ref={place} tabIndex={-1}>
      <progress className="unplayed-bar" max={of} value={subKobo(of, left)} aria-label={words.unplayedLabel} />
      <p>{words.unplayed(naira(subKobo(of, left)), naira(of), naira(left))}</p>
      <details>
        <summary>{words.unplayedOther}</summary>
        <div className="stack">
          <p>{words.unplayedOtherText}</p>
          <div className="row">
            <Button variant="secondary" onClick={() => onRequest('mistake')}>{words.askMistake}</Button>
            <Button variant="secondary" onClick={() => onRequest('closing')}>{words.askClosing}</Button>
          </div>
        </div>
      </details>
    </div>
  );
}
