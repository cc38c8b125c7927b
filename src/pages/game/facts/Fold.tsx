import { useState } from 'react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  id?: string;
  /** Drawn, and asked for, only while the fold is open. */
  children: () => ReactNode;
}

/** A part of the page that opens on demand. */
export function Fold({ title, id, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold" id={id} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? children() : null}
    </details>
  );
}
