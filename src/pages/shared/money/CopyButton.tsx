import { useState } from 'react';
import { words } from './copy-words';

/** Copies one thing. Where a browser does not let it, says so: the text beside it can be marked with one touch. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(words.copied);
    } catch {
      setSaid(words.copyFailed);
    }
  }

  return (
    <span className="copy">
      <button type="button" className="chip" aria-label={words.copyWhat(what)} onClick={() => void copy()} onBlur={() => setSaid('')}>
        {words.copy}
      </button>
      <span className="small" role="status">{said}</span>
    </span>
  );
}
