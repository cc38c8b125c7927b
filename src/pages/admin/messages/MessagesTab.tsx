import { useState } from 'react';
import { loadTemplates } from '../../../bridge/actions/support-team';
import type { AdminThread } from '../../../core/contract/support-team';
import { keysOf } from '../../../core/words/is-key-of';
import { useIsOffline } from '../../../state/use';
import { SelectField } from '../../../ui/Field';
import { EmptyState, Notice } from '../../../ui/States';
import { useLoaded } from '../../shared/answers/use-loaded';
import { OfflineNote } from '../../shared/form/OfflineNote';
import '../../shared/history/history.css';
import { Freshness, ListMissing } from '../desk/ListParts';
import { TemplatesEditor } from './TemplatesEditor';
import { ThreadCard } from './ThreadCard';
import type { AnswerOutcome } from './use-answer';
import { useTeamThreads } from './use-team-threads';
import { words } from './words';

const STATES = keysOf(words.states);

/** The messages to the team. The list renews itself and keeps everything that was typed. */
export default function MessagesTab() {
  const [state, setState] = useState<AdminThread['state']>('waiting');
  const [heldId, setHeld] = useState<string | null>(null);
  const [lastOutcome, setLastOutcome] = useState<AnswerOutcome | null>(null);
  const { threads, isPartial, at, error, reload, update } = useTeamThreads(state, heldId);
  const isOffline = useIsOffline();
  const { data: texts, reload: reloadTexts } = useLoaded(loadTemplates);

  function done(thread: AdminThread, outcome: AnswerOutcome): void {
    setHeld(null);
    update(thread);
    setLastOutcome(outcome);
    reload();
  }

  return (
    <div className="stack">
      <p className="quiet">{words.intro}</p>
      <SelectField className="thread-states" label={words.which} value={state} onChange={(event) => setState(STATES.find((each) => each === event.target.value) ?? state)}>
        {STATES.map((each) => <option key={each} value={each}>{words.states[each]}</option>)}
      </SelectField>
      <div role="status">{lastOutcome === null ? null : <Notice kind={lastOutcome.kind}>{lastOutcome.text}</Notice>}</div>
      {threads === null ? <ListMissing error={error} offlineText={words.offlineText} onReload={reload} /> : (
        <section className="stack" aria-labelledby="threads">
          <div className="row spread">
            <h2 id="threads">{words.title[state](threads.length)}</h2>
            <Freshness at={at} isOld={isOffline || error !== null} onReload={reload} />
          </div>
          <OfflineNote>{words.offline}</OfflineNote>
          {threads.length > 0 ? null : <EmptyState title={state === 'waiting' ? words.none : words.noneOther} />}
          <ul className="cards">
            {threads.map((thread) => (
              <ThreadCard
                key={thread.threadId} thread={thread} texts={texts} isOffline={isOffline}
                onHold={setHeld} onDone={done} onNewer={reload} onGiven={update}
              />
            ))}
          </ul>
          {isPartial ? <p className="quiet small">{words.cut}</p> : null}
        </section>
      )}
      {texts === null ? null : <TemplatesEditor items={texts.items} isOffline={isOffline} onSaved={reloadTexts} />}
    </div>
  );
}
