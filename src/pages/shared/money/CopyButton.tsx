import { useState } from 'react';
import { words } from './copy-words';

/** Copies one text. It says so where a browser does not allow that; one touch marks the text beside it then. */
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
