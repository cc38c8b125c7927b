import { useState } from 'react';
import type { CSSProperties } from 'react';
import './feel.css';

type RingStyle = CSSProperties & Readonly<Record<'--wait', string>>;

/** Fills until the next round may start. The words are for screen readers, and for players who want no motion. */
export function NextRoundRing({ until, text }: { until: number; text: string }) {
  const [waitMs] = useState(() => until - Date.now());
  const style: RingStyle = { '--wait': `${waitMs}ms` };
  return (
    <>
      <span className="wait-text">{text}</span>
      <span className="wait-ring" style={style} aria-hidden="true"><i /><i /></span>
    </>
  );
}
