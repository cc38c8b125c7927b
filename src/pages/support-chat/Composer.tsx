import { Link } from 'react-router-dom';
import { useState } from 'react';
import { queue } from '../../bridge/actions/outbox';
import { newKey } from '../../bridge/page/key';
import { keepInput, ownForm } from '../../state/form-input';
import { openSignIn, stopSupportChat } from '../../state/session';
import { useIsOffline, useSession } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { FormShell } from '../shared/form/FormShell';
import { TextArea } from '../shared/support/TextArea';
import { useForm } from '../shared/form/use-form';
import { Suggestions } from './Suggestions';
import { words } from './words';

const MAX_LETTERS = 2_000;

/** One field for a question. The help pages answer while it is typed; sending it asks our team. */
export function Composer() {
  const userId = useSession((session) => session.userId);
  const name = ownForm('message', userId);
  const form = useForm({ name, initial: { text: '' } });
  const [busy, setBusy] = useState(false);
  const isOffline = useIsOffline();
  const { text } = form.values;

  async function send(): Promise<void> {
    const message = text.trim();
    if (message.length < 2 || message.length > MAX_LETTERS) {
      form.refuse({ text: message.length < 2 ? words.short : words.long });
      return;
    }
    setBusy(true);
    const result = await queue('send-message', { id: newKey(), text: message });
    setBusy(false);
    if (result.outcome === 'queued' || result.outcome === 'sent') {
      form.fill({ text: '' });
      keepInput(name, {});
    } else if (result.outcome === 'unknown') form.refuse({ text: words.notKnown });
    else form.refuse({ text: result.outcome === 'not-taken' && result.because === 'full' ? words.full : words.failed });
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void send()}>
      <TextArea name="text" label={words.question} hint={words.hint} rows={3} value={text} error={form.errors['text']} onText={(typed) => form.fill({ text: typed })} />
      <Suggestions question={text} />
      {userId === null ? (
        <>
          <p>{words.guest}</p>
          <div className="row">
            <Button onClick={openSignIn}>{words.signIn}</Button>
            <Link className={buttonClass('secondary')} to="/feedback" onClick={stopSupportChat}>{words.feedback}</Link>
          </div>
        </>
      ) : (
        <>
          <p className="quiet small" role="status">{isOffline ? words.offline : words.answers}</p>
          <Button type="submit" wide busy={busy}>{words.send}</Button>
        </>
      )}
    </FormShell>
  );
}
