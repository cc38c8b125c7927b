import { useState } from 'react';
import type { CSSProperties } from 'react';
import './feel.css';

type Rest = CSSProperties & Readonly<Record<'--rest', string>>;

/** Fills until the next round may start. The words are for screen readers, and for players who want no motion. */
export function RestRing({ until, text }: { until: number; text: string }) {
  const [restMs] = useState(() => until - Date.now());
  const style: Rest = { '--rest': `${restMs}ms` };
  return (
    <>
      <span className="rest-text">{text}</span>
      <span className="rest-ring" style={style} aria-hidden="true"><i /><i /></span>
    </>
  );
}
