import { useState } from 'react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  id?: string;
  /** Drawn only while the fold is open, so that its data is requested only then. */
  children: () => ReactNode;
}

/** A part of the page that opens when the player asks for it. */
export function Fold({ title, id, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold" id={id} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? children() : null}
    </details>
  );
}
