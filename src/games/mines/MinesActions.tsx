import { formatNaira, kobo } from '../../core/money';
import type { ActionsProps } from '../face';
import { noRepeat } from '../no-repeat';
import { readView } from './mines-view';
import { words } from './words';

export function MinesActions({ view: rawView, act }: ActionsProps) {
  const view = readView(rawView);
  const canCash = act !== null && view !== null && view.opened.length > 0;
  const label = view === null || view.opened.length === 0 ? words.openFirst : words.cashOut(formatNaira(kobo(view.pays)));
  return (
    <div className="acts">
      <button
        type="button" className="act act-main" aria-disabled={!canCash || undefined} onKeyDown={noRepeat}
        onClick={() => {
          if (canCash) act({ kind: 'cash-out' });
        }}
      >
        {label}
      </button>
    </div>
  );
}
