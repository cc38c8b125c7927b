import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { stopSupportChat } from '../../state/session';
import { useIsOffline, useSession, useSignedIn } from '../../state/use';
import { Age } from '../../ui/Age';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/States';
import { MessageList, UnsentMessage } from '../shared/support/Conversation';
import { useThreads } from '../shared/support/use-threads';
import { words as shared } from '../shared/support/words';
import { Composer } from './Composer';
import { words } from './words';
import './support-chat.css';

function Conversation() {
  const { threads, savedAt, error, unsent } = useThreads('support');
  const isOffline = useIsOffline();
  const isLoading = useSession((session) => session.supportChatLoading);
  const end = useRef<HTMLOListElement>(null);
  const messages = threads?.[0]?.messages ?? [];
  const count = messages.length + unsent.length;
  useEffect(() => {
    // Only the list scrolls, not the panel around it.
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [count]);

  if (threads === null && isLoading) {
    return (
      <div aria-busy="true">
        <p className="unseen" role="status">{words.loading}</p>
        <Skeleton lines={2} />
      </div>
    );
  }
  return (
    <>
      {threads === null && error !== null && !isOffline ? <p className="quiet small" role="status">{words.unreached}</p> : null}
      {savedAt === null || messages.length === 0 ? null : <p className="quiet small">{shared.lastKnown} <Age at={savedAt} /></p>}
      {count === 0 ? <p className="quiet">{words.intro}</p> : (
        <ol className="said-list chat" aria-label={words.conversation} aria-live="polite" tabIndex={0} ref={end}>
          <MessageList messages={messages} />
          {unsent.map((item) => <UnsentMessage key={item.key} item={item} />)}
        </ol>
      )}
    </>
  );
}

/** Opens over any page: the help pages answer first, then our team. */
export default function SupportChat() {
  const isSignedIn = useSignedIn();
  const { key } = useLocation();
  const openedAt = useRef(key);
  // A link in an answer opens a page behind the panel, so the panel closes.
  useEffect(() => {
    if (key !== openedAt.current) stopSupportChat();
  }, [key]);
  return (
    <Dialog open title={words.title} closeLabel={words.close} onClose={stopSupportChat}>
      {isSignedIn ? <Conversation /> : <p className="quiet">{words.intro}</p>}
      <Composer />
    </Dialog>
  );
}
