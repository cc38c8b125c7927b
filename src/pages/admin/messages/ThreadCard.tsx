import type { SupportTexts } from '../../../bridge/actions/support-team';
import type { AdminThread } from '../../../core/contract/support-team';
import { dateTime, shortDate } from '../../../core/time';
import { keepInput, ownForm } from '../../../state/form-input';
import { useSession } from '../../../state/use';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { FormShell } from '../../shared/form/FormShell';
import { TextArea } from '../../shared/support/TextArea';
import { useForm } from '../../shared/form/use-form';
import { Holder } from './Holder';
import { PictureButton } from './PictureButton';
import { PlayerBeside } from './PlayerBeside';
import { addBelow, fillTemplate, referenceOf } from './template';
import { nameOf, useAnswer } from './use-answer';
import type { AnswerOutcome } from './use-answer';
import { useThread } from './use-thread';
import { words } from './words';

const LONGEST = 2_000;

function Who({ thread }: { thread: AdminThread }) {
  const { player, kind, category, answeredBy, updatedAt } = thread;
  return (
    <header>
      <h3>{nameOf(thread)}</h3>
      <p className="quiet small">
        {kind === 'support' ? words.support : words.category(category ?? '')}
        {player === null ? '' : ` · ${player.username}, ${words.since(shortDate(Date.parse(player.memberSince)))}`}
        {answeredBy === null ? '' : ` · ${words.answeredBy(answeredBy)}`} · {words.reference(referenceOf(thread))} · <Age at={Date.parse(updatedAt)} />
      </p>
    </header>
  );
}

function Said({ thread }: { thread: AdminThread }) {
  return (
    <ul className="said-list">
      {thread.messages.map(({ messageId, from, text, at, hasPicture }) => (
        <li key={messageId} className="said" data-from={from === 'team' ? 'player' : 'team'}>
          <p className="quiet small">{from === 'team' ? words.team : words.them(nameOf(thread))}, <time dateTime={at}>{dateTime(Date.parse(at))}</time></p>
          <p className="said-text">{text}</p>
          {hasPicture ? <PictureButton threadId={thread.threadId} messageId={messageId} /> : null}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  thread: AdminThread;
  texts: SupportTexts | null;
  isOffline: boolean;
  onHold: (threadId: string) => void;
  onDone: (thread: AdminThread, outcome: AnswerOutcome) => void;
  onNewer: () => void;
  onGiven: (thread: AdminThread) => void;
}

/** One conversation: a row of the list, and once the admin has opened it its messages with what to do about it. */
export function ThreadCard({ thread: row, texts, isOffline, onHold, onDone, onNewer, onGiven }: Props) {
  const { threadId, player, state } = row;
  const { opened, reading, failed: unread, read, shut } = useThread(threadId);
  const thread: AdminThread = opened === null ? row : { ...row, messages: opened.messages, email: opened.email };
  const hasNoAddress = player === null && thread.email === null;
  const userId = useSession((session) => session.userId);
  const name = ownForm(`answer to ${threadId}`, userId);
  const form = useForm({ name, initial: { text: '' } });
  const { busy, failed, send, close } = useAnswer({
    thread,
    onDone: (done, outcome) => {
      shut();
      onDone(done, outcome);
    },
    onNewer: () => {
      void read();
      onNewer();
    },
  });

  async function submit(): Promise<void> {
    const text = form.values.text.trim();
    if (text.length < 2 || text.length > LONGEST) {
      form.refuse({ text: text.length < 2 ? words.short : words.long });
      return;
    }
    if (isOffline || !(await send(text))) return;
    form.fill({ text: '' });
    keepInput(name, {});
  }

  const closing = state === 'closed' ? null : (
    <Button variant="secondary" disabled={isOffline} busy={busy} onClick={() => void close()}>{state === 'waiting' ? words.close : words.closeAnswered}</Button>
  );
  return (
    <li className="history-card thread" data-row="" tabIndex={-1} onFocus={() => onHold(threadId)}>
      <Who thread={thread} />
      {unread === null ? null : <Notice kind="warning" live>{unread}</Notice>}
      {opened !== null && opened.updatedAt === row.updatedAt ? null : (
        <div className="row">
          <Button disabled={isOffline} busy={reading} onClick={() => void read()}>{opened === null ? words.read : words.readNew}</Button>
        </div>
      )}
      <Holder thread={thread} colleagues={texts?.colleagues ?? []} isOffline={isOffline} onGiven={onGiven} onNewer={onNewer} />
      {player === null ? null : <PlayerBeside playerId={player.userId} isOffline={isOffline} />}
      {opened === null ? null : <Said thread={thread} />}
      {failed === null ? null : <Notice kind="warning" live>{failed}</Notice>}
      {opened === null ? null : hasNoAddress ? (
        <>
          <p className="quiet">{words.noAddress}</p>
          <div className="row">{closing}</div>
        </>
      ) : (
        <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
          {texts === null || texts.items.length === 0 ? null : (
            <SelectField
              label={words.templates.use} value=""
              onChange={(event) => {
                const chosen = texts.items.find(({ templateId }) => templateId === event.target.value);
                if (chosen !== undefined) form.fill({ text: addBelow(form.values.text, fillTemplate(chosen.text, thread)) });
              }}
            >
              <option value="" disabled>{words.templates.choose}</option>
              {texts.items.map(({ templateId, name: title }) => <option key={templateId} value={templateId}>{title}</option>)}
            </SelectField>
          )}
          <TextArea
            name="text" label={words.answer(nameOf(thread))} rows={3} value={form.values.text} error={form.errors['text']}
            onText={(text) => form.fill({ text })}
          />
          <div className="row">
            <Button type="submit" disabled={isOffline} busy={busy}>{words.send}</Button>
            {closing}
          </div>
        </FormShell>
      )}
    </li>
  );
}
