import { formatNaira } from '../../core/money';
import type { ActionsProps } from '../face';
import { noRepeat } from '../no-repeat';
import { addsStake, firstStake, readView } from './table-view';
import { words } from './words';

export function BlackjackActions({ view: rawView, stake, funds, act }: ActionsProps) {
  const view = readView(rawView);
  if (view === null) return null;
  const firstAmount = firstStake(view, stake);
  const isShort = funds !== null && firstAmount > funds && view.can.some(addsStake);
  return (
    <>
      <div className="acts">
        {view.can.map((move) => {
          const isReady = act !== null && !(addsStake(move) && isShort);
          return (
            <button
              key={move} type="button" className="act" aria-disabled={!isReady || undefined} onKeyDown={noRepeat}
              onClick={() => {
                if (isReady) act({ kind: move });
              }}
            >
              {words.moves[move]}
              {addsStake(move) ? <small>{words.adds(formatNaira(firstAmount, { whole: true }))}</small> : null}
            </button>
          );
        })}
      </div>
      {isShort ? <p className="small quiet">{words.noMoney}</p> : null}
    </>
  );
}
