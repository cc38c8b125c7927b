import { useState } from 'react';
import { keepInput, ownForm } from '../../state/form-input';
import { useConnection, useSession } from '../../state/use';
import { Button } from '../../ui/Button';
import { SelectField, TextField } from '../../ui/Field';
import { Notice } from '../../ui/States';
import { FormShell } from '../shared/form/FormShell';
import { TextArea } from '../shared/support/TextArea';
import { words as shared } from '../shared/support/words';
import { useForm } from '../shared/form/use-form';
import type { SmallPicture } from './picture';
import { PictureField } from './PictureField';
import { sendFeedback, errorsOf } from './send';
import { words } from './words';

const EMPTY = { category: 'problem', text: '', email: '', pictureBytes: '', isWebp: false };

/** The typed text stays until the device or the platform has stored it. */
export function FeedbackForm() {
  const userId = useSession((session) => session.userId);
  const name = userId === null ? 'feedback' : ownForm('feedback', userId);
  const form = useForm({ name, initial: EMPTY });
  const isOnline = useConnection(({ reach }) => reach === 'online');
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<{ readonly kind: 'success' | 'warning'; readonly text: string } | null>(null);
  const { category, text, pictureBytes, isWebp } = form.values;
  const picture: SmallPicture | null = pictureBytes === '' ? null : { type: isWebp ? 'image/webp' : 'image/jpeg', base64: pictureBytes };

  async function send(): Promise<void> {
    const feedback = { ...form.values, email: userId === null ? form.values.email : '', picture };
    const newErrors = errorsOf(feedback);
    form.refuse(newErrors);
    if (Object.keys(newErrors).length > 0) return;
    setNotice(null);
    setBusy(true);
    const outcome = await sendFeedback(feedback, userId !== null);
    setBusy(false);
    if (typeof outcome === 'object') {
      setNotice({ kind: 'warning', text: outcome.why });
      return;
    }
    setNotice({ kind: 'success', text: outcome === 'sent' ? words.sent : isOnline ? words.sending : words.savedHere });
    form.fill({ ...EMPTY, email: form.values.email });
    keepInput(name, {});
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void send()}>
      {notice === null ? null : <Notice kind={notice.kind} live>{notice.text}</Notice>}
      <SelectField label={words.category} name="category" value={category} onChange={(event) => form.set('category', event.target.value)}>
        {Object.entries(shared.categories).map(([id, label]) => <option key={id} value={id}>{label}</option>)}
      </SelectField>
      <TextArea name="text" label={words.text} hint={words.hint} rows={5} value={text} error={form.errors['text']} onText={(typed) => form.fill({ text: typed })} />
      <PictureField picture={picture} onPicture={(small) => form.fill({ pictureBytes: small?.base64 ?? '', isWebp: small?.type === 'image/webp' })} />
      {userId === null ? <TextField label={words.email} hint={words.emailHint} type="email" autoComplete="email" {...form.text('email')} /> : null}
      <Button type="submit" wide busy={busy}>{words.send}</Button>
    </FormShell>
  );
}
