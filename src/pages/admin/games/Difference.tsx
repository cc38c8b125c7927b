import type { GameImport } from '../../../core/contract/admin';
import { Notice } from '../../../ui/States';
import { fieldChanges } from './file';
import { words } from './words';

/** What a file would change, game by game, and which of its rows are refused. */
export function Difference({ difference: { rows, changes, refused, refusedCount } }: { difference: GameImport }) {
  return (
    <section className="stack" aria-label={words.difference}>
      <p role="status">{words.differenceCount(rows, changes.length, refusedCount)}</p>
      {refusedCount === 0 ? null : (
        <Notice kind="danger" title={words.refusedTitle(refusedCount)}>
          <ul className="game-refusals">
            {refused.map(({ line, gameId, message }) => <li key={line}><b>{words.refusedLine(line, gameId)}</b> {message}</li>)}
          </ul>
          {refusedCount > refused.length ? <p>{words.refusedMore(refusedCount - refused.length)}</p> : null}
        </Notice>
      )}
      {changes.length === 0 ? null : (
        <ol className="game-changes">
          {changes.map((change) => (
            <li key={change.gameId}>
              <p><b>{change.name}</b> <span className="quiet small">{words.changeLine(change.line, change.gameId)}</span></p>
              <dl className="proposal-changes">
                {fieldChanges(change).map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{words[field]}</dt>
                    <dd><span className="quiet small">{words.before}</span><del>{before}</del></dd>
                    <dd><span className="quiet small">{words.after}</span><ins>{after}</ins></dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
