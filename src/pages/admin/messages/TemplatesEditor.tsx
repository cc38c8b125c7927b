import { useState } from 'react';
import { saveTemplate } from '../../../bridge/actions/support-team';
import type { Template } from '../../../core/contract/support-team';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { useForm } from '../../shared/form/use-form';
import { TextArea } from '../../shared/support/TextArea';
import { words as messageWords } from './words';

const words = messageWords.templates;
const LONGEST_NAME = 60;

interface Props {
  items: readonly Template[];
  isOffline: boolean;
  onSaved: () => void;
}

/** The templates, which whoever answers may write. */
export function TemplatesEditor({ items, isOffline, onSaved }: Props) {
  const [open, setOpen] = useState<Template | 'new' | null>(null);
  return (
    <details className="history-card">
      <summary data-row=""><span className="history-line-title">{words.title(items.length)}</span></summary>
      <div className="thread-templates">
        <p className="quiet small">{words.intro}</p>
        <ul className="thread-template-list">
          {items.map((item) => (
            <li key={item.templateId} className="row spread">
              <span><strong>{item.name}</strong> <span className="quiet small">{words.by(item.by, dateTime(Date.parse(item.at)))}</span></span>
              <Button variant="secondary" disabled={isOffline} aria-label={words.editOf(item.name)} onClick={() => setOpen(item)}>{words.edit}</Button>
            </li>
          ))}
        </ul>
        <div className="row"><Button variant="secondary" disabled={isOffline} onClick={() => setOpen('new')}>{words.add}</Button></div>
      </div>
      {open === null ? null : (
        <Dialog open title={open === 'new' ? words.add : words.editOf(open.name)} closeLabel={words.close} onClose={() => setOpen(null)}>
          <EditForm
            template={open === 'new' ? null : open}
            onSaved={() => {
              setOpen(null);
              onSaved();
            }}
          />
        </Dialog>
      )}
    </details>
  );
}

function EditForm({ template, onSaved }: { template: Template | null; onSaved: () => void }) {
  const form = useForm({ name: `template ${template?.templateId ?? 'new'}`, initial: { name: template?.name ?? '', text: template?.text ?? '' } });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function save(text: string | null): Promise<void> {
    const name = form.values.name.trim();
    if (text !== null && (name.length < 2 || text.length < 2)) {
      form.refuse({ ...(name.length < 2 && { name: words.noName }), ...(text.length < 2 && { text: words.noText }) });
      return;
    }
    setBusy(true);
    setMessage(null);
    const result = await saveTemplate({ ...(template !== null && { templateId: template.templateId }), seen: template?.version ?? 0, name, text });
    setBusy(false);
    if (result.ok) {
      onSaved();
      return;
    }
    const failure = formFailure(result.error, ['name', 'text'], words, isDeviceOffline());
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void save(form.values.text.trim())}>
      <TextField
        name="name" label={words.name} maxLength={LONGEST_NAME} value={form.values.name} error={form.errors['name']} autoComplete="off"
        onChange={(event) => form.fill({ name: event.target.value })}
      />
      <TextArea
        name="text" label={words.text} hint={words.textHint} rows={6} value={form.values.text} error={form.errors['text']} onText={(text) => form.fill({ text })}
      />
      {message === null ? null : <Notice kind="warning" live>{message}</Notice>}
      <div className="row">
        <Button type="submit" busy={busy}>{words.save}</Button>
        {template === null ? null : <Button variant="danger" busy={busy} onClick={() => void save(null)}>{words.remove}</Button>}
      </div>
    </FormShell>
  );
}
