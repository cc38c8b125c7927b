import { useState } from 'react';
import { formatNaira, kobo } from '../../core/money';
import { Button } from '../../ui/Button';
import type { ControlsProps } from '../face';
import { Choices } from '../table/Choices';
import { CHIPS, betsOf, chipText, clear, place, repeat, undo } from './chips';
import type { RouletteChoice } from './chips';
import { Felt } from './Felt';
import { KINDS, oddsOf, spotName } from './spots';
import type { Kind } from './spots';
import { words } from './words';

const naira = (amount: Parameters<typeof formatNaira>[0]) => formatNaira(amount, { whole: true });

export function RouletteControls({ choice, onChoice, disabled }: ControlsProps<RouletteChoice>) {
  const [chip, setChip] = useState(CHIPS[1] ?? kobo(10_000));
  const [kind, setKind] = useState<Kind>(1);
  const [current, setCurrent] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const bets = betsOf(choice.placed);
  const isEmpty = bets.length === 0;
  const change = (next: RouletteChoice, text: string) => {
    onChoice(next);
    setAnnouncement(text);
  };
  return (
    <div className="roulette-controls">
      <div className="roulette-tools">
        <Choices legend={words.chips} name="chip" variant="chips" values={CHIPS} nameOf={chipText} labelOf={(each) => words.chip(naira(each))} selected={chip} onChoose={setChip} />
        <Choices legend={words.kinds} name="bet-kind" values={KINDS} nameOf={(each) => words.kind[each]} selected={kind} onChoose={setKind} />
      </div>
      <Felt
        kind={kind} bets={new Map(bets.map(({ spot, stake }) => [spot, stake]))} disabled={disabled} current={current} onCurrent={setCurrent}
        onSpot={(spot) => change(place(choice, spot, chip), words.onSpot(naira(chip), spotName(spot)))}
      />
      <div className="roulette-buttons">
        <Button variant="secondary" disabled={disabled || isEmpty} onClick={() => change(undo(choice), words.undone)}>{words.undo}</Button>
        <Button variant="secondary" disabled={disabled || isEmpty} onClick={() => change(clear(choice), words.cleared)}>{words.clear}</Button>
        <Button variant="secondary" disabled={disabled || !isEmpty || choice.last.length === 0} onClick={() => change(repeat(choice), words.repeat)}>{words.repeat}</Button>
      </div>
      <p className="unseen" aria-live="polite">{announcement}</p>
      <section className="roulette-bets" aria-label={words.bets}>
        {isEmpty ? <p className="quiet small">{words.noBets}</p> : (
          <ul>
            {bets.map(({ spot, stake }) => (
              <li key={spot}><span>{spotName(spot)} <span className="quiet">{words.odds(oddsOf(spot))}</span></span><b>{naira(stake)}</b></li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
