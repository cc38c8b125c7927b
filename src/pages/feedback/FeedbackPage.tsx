import { useEffect, useState } from 'react';
import { dropGuestFeedback, onGuestFeedback, readGuestFeedback } from '../../bridge/actions/guest-feedback';
import type { OutboxItem } from '../../core/outbox/item';
import { useSignedIn } from '../../state/use';
import { Age } from '../../ui/Age';
import { Pill, Skeleton } from '../../ui/States';
import { MessageList, UnsentMessage } from '../shared/support/Conversation';
import { useThreads } from '../shared/support/use-threads';
import { words as shared } from '../shared/support/words';
import { entryOf } from '../../core/words/is-key-of';
import { FeedbackForm } from './FeedbackForm';
import { words } from './words';
import './feedback.css';

/** The player's feedback, each with the team's answers. */
function OwnFeedback() {
  const { threads, savedAt, error, unsent } = useThreads('feedback');
  return (
    <section className="stack" aria-labelledby="mine">
      <h2 id="mine">{words.mine}</h2>
      {savedAt === null ? null : <p className="quiet small">{shared.lastKnown} <Age at={savedAt} /></p>}
      {unsent.length === 0 ? null : <ul className="said-list">{unsent.map((item) => <UnsentMessage key={item.key} item={item} />)}</ul>}
      {threads !== null ? null : error === null ? <Skeleton lines={2} /> : <p className="quiet" role="status">{words.unreached}</p>}
      {threads?.length === 0 && unsent.length === 0 ? <p className="quiet">{words.none}</p> : null}
      {threads?.map(({ threadId, category, state, messages }) => (
        <article key={threadId} className="card feedback-thread">
          <div className="row spread">
            <h3>{entryOf(shared.categories, category ?? '')}</h3>
            <Pill kind={state === 'answered' ? 'success' : 'quiet'}>{shared.states[state]}</Pill>
          </div>
          <ul className="said-list"><MessageList messages={messages} /></ul>
        </article>
      ))}
    </section>
  );
}

/** A guest's feedback that is still on this device. */
function GuestFeedback() {
  const [items, setItems] = useState<readonly OutboxItem[]>([]);
  useEffect(() => {
    const loadItems = () => void readGuestFeedback().then(setItems);
    loadItems();
    return onGuestFeedback(loadItems);
  }, []);
  if (items.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="waiting">
      <h2 id="waiting">{words.waiting}</h2>
      <ul className="said-list">{items.map((item) => <UnsentMessage key={item.key} item={item} onDrop={dropGuestFeedback} />)}</ul>
    </section>
  );
}

/** The feedback page, for everybody. It works offline, and shows a player the answers. */
export default function FeedbackPage() {
  const isSignedIn = useSignedIn();
  return (
    <div className="form-page">
      <header className="stack" data-public>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <FeedbackForm key={isSignedIn ? 'player' : 'guest'} />
      {isSignedIn ? <OwnFeedback /> : <GuestFeedback />}
    </div>
  );
}
