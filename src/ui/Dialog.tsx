import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import './dialog.css';

interface Props {
  open: boolean;
  title: string;
  closeLabel: string;
  /** Escape, the close button or a press beside the dialog asks to close; the owner decides. */
  onClose: () => void;
  children: ReactNode;
}

/** A native modal dialog, which comes up from the lower edge on a phone. The browser keeps the focus inside, and gives it back afterwards. */
export function Dialog({ open, title, closeLabel, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || !open) return;
    const before = document.activeElement;
    dialog.showModal();
    // React takes the open dialog out of the document. A browser gives the focus back only when a dialog is closed, so this does it.
    return () => {
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
      // The element that opened the dialog may be gone, like "Sign in" after signing in. The heading takes the focus then, because
      // it would fall back to the top of the document.
      else document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
  }, [open]);

  if (!open) return null;
  return (
    <dialog
      ref={ref}
      className="dialog dialog-sheet"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-body stack">
        <div className="row spread">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="dialog-close" aria-label={closeLabel} onClick={onClose}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
