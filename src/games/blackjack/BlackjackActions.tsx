import { formatNaira } from '../../core/money';
import type { ActionsProps } from '../face';
import { noRepeat } from '../table/no-repeat';
import { adds, firstStake, readView } from './table-view';
import { words } from './words';

export function BlackjackActions({ view: rawView, stake, funds, act }: ActionsProps) {
  const view = readView(rawView);
  if (view === null) return null;
  const first = firstStake(view, stake);
  const isShort = funds !== null && first > funds && view.can.some(adds);
  return (
    <>
      <div className="acts">
        {view.can.map((move) => {
          const isReady = act !== null && !(adds(move) && isShort);
          return (
            <button
              key={move} type="button" className="act" aria-disabled={!isReady || undefined} onKeyDown={noRepeat}
              onClick={() => {
                if (isReady) act({ kind: move });
              }}
            >
              {words.moves[move]}
              {adds(move) ? <small>{words.adds(formatNaira(first, { whole: true }))}</small> : null}
            </button>
          );
        })}
      </div>
      {isShort ? <p className="small quiet">{words.noMoney}</p> : null}
    </>
  );
}
