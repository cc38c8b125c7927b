import { Link } from 'react-router-dom';
import type { Thread } from '../../../../core/contract/support';
import { dateTime } from '../../../../core/time';
import { Pill } from '../../../../ui/States';
import { words } from '../words';

/** What the player and the team wrote; it is answered under Messages. */
export function ThreadItem({ thread: { state, updatedAt, messages } }: { thread: Thread }) {
  return (
    <li>
      <details className="history-card" open={state === 'waiting'}>
        <summary data-row="">
          <time className="history-line-title figures" dateTime={updatedAt}>{dateTime(Date.parse(updatedAt))}</time>
          <Pill kind={state === 'waiting' ? 'warning' : 'quiet'}>{words.threadStates[state]}</Pill>
          <span className="quiet small player-line">{messages.at(-1)?.text ?? ''}</span>
        </summary>
        <div className="player-more">
          {messages.map(({ messageId, from, text, at }) => (
            <div key={messageId}>
              <p className="quiet small">{from === 'team' ? words.fromTeam : words.fromPlayer}, <time dateTime={at}>{dateTime(Date.parse(at))}</time></p>
              <p className="player-text">{text}</p>
            </div>
          ))}
          {state === 'closed' ? null : <Link className="text-link" to="/admin?tab=messages">{words.toMessages}</Link>}
        </div>
      </details>
    </li>
  );
}
