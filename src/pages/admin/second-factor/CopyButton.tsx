import { useState } from 'react';
import { Button } from '../../../ui/Button';

/** Copies a text. Where the browser does not let it, the text stays to be selected. */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const [isDone, setDone] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setDone(true), () => setDone(false));
  return <Button variant="secondary" onClick={copy}><span role="status">{isDone ? done : label}</span></Button>;
}
