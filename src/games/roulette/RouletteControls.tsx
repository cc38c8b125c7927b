import { useState } from 'react';
import { formatNaira } from '../../core/money';
import { buttonClass } from '../../ui/Button';
import { iconOf } from '../../ui/icons';
import type { ControlsProps } from '../face';
import { Choices } from '../table/Choices';
import { CHIPS, betsOf, chipOf, chipText, clear, kindOf, repeat, undo } from './chips';
import type { RouletteChoice } from './chips';
import { KINDS, spotName } from './spots';
import { words } from './words';

/** The kinds of bets are drawn as the numbers that they cover. */
const Icon = iconOf({
  1: 'M8 8h8v8H8Z',
  2: 'M4 8h16v8H4ZM12 8v8',
  3: 'M2 8.5h20v7H2ZM8.7 8.5v7M15.3 8.5v7',
  4: 'M5 5h14v14H5ZM12 5v14M5 12h14',
  6: 'M2 5h20v14H2ZM2 12h20M8.7 5v14M15.3 5v14',
  undo: 'M9 5 4.5 9.5 9 14M5 9.5h9a5 5 0 0 1 0 10h-4',
  clear: 'M6 6l12 12M18 6 6 18',
  repeat: 'M19.5 13a7.6 7.6 0 1 1-2.1-6.2L20 9.5M20 4.5v5h-5',
});

const naira = (amount: Parameters<typeof formatNaira>[0]) => formatNaira(amount, { whole: true });

export function RouletteControls({ choice, onChoice, disabled }: ControlsProps<RouletteChoice>) {
  const [announcement, setAnnouncement] = useState('');
  const bets = betsOf(choice.placed);
  const isEmpty = bets.length === 0;
  /** `aria-disabled` leaves the focus on a button that has just done its last work. */
  const tool = (name: 'undo' | 'clear' | 'repeat', step: (from: RouletteChoice) => RouletteChoice, isIdle: boolean) => (
    <button
      type="button" className={buttonClass('secondary')} aria-label={words[name]} aria-disabled={isIdle || undefined}
      onClick={() => {
        if (isIdle) return;
        onChoice(step(choice));
        setAnnouncement(words.did[name]);
      }}
    >
      <Icon name={name} /><small>{words[name]}</small>
    </button>
  );
  return (
    <div className="roulette-controls">
      <div className="roulette-tools">
        <Choices
          legend={words.chips} name="chip" variant="chips" values={CHIPS} nameOf={chipText} labelOf={(each) => words.chip(naira(each))}
          selected={chipOf(choice)} onChoose={(chip) => onChoice({ ...choice, chip })}
        />
        <Choices
          legend={words.kinds} name="bet-kind" values={KINDS} nameOf={(each) => <><Icon name={`${each}`} /><small>{words.kind[each]}</small></>}
          labelOf={(each) => words.kind[each]} selected={kindOf(choice)} onChoose={(kind) => onChoice({ ...choice, kind })}
        />
        {tool('undo', undo, disabled || isEmpty)}
        {isEmpty && choice.last.length > 0 ? tool('repeat', repeat, disabled) : tool('clear', clear, disabled || isEmpty)}
      </div>
      <p className="unseen" aria-live="polite">{announcement}</p>
      <p className="unseen">{isEmpty ? words.noBets : words.bets(bets.map(({ spot, stake }) => words.onSpot(naira(stake), spotName(spot))))}</p>
    </div>
  );
}
