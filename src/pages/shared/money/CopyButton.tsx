import { useState } from 'react';
import { words } from './copy-words';

/** Copies one thing. Where a browser does not let it, says so: the text beside it can be marked with one touch. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [announcement, setAnnouncement] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setAnnouncement(words.copied);
    } catch {
      setAnnouncement(words.copyFailed);
    }
  }

  return (
    <span className="copy">
      <button type="button" className="chip" aria-label={words.copyWhat(what)} onClick={() => void copy()} onBlur={() => setAnnouncement('')}>
        {words.copy}
      </button>
      <span className="small" role="status">{announcement}</span>
    </span>
  );
}
