import { useId, useLayoutEffect, useRef } from 'react';
import { setGuideRequested } from '../../state/install';
import { localEntries } from '../../state/local-entries';
import { closeMobileGuide } from '../../state/mobile-guide';
import { useApp } from '../../state/use';
import { Dialog } from '../../ui/Dialog';
import { Mark } from '../layout/Mark';
import { words as frameWords } from '../words';
import { HowTo } from './HowTo';
import type { InstallWay } from './install-way';
import { words } from './words';
import './guide.css';

/** Hides the guide for this visit, and for ten days. */
function snooze(): void {
  closeMobileGuide(localEntries(), Date.now());
}

/** The guide that opens by itself: it stands beside the page, and the focus stays where it is. */
function Card({ way }: { way: InstallWay }) {
  const offer = useApp((app) => app.installOffer) ?? null;
  const card = useRef<HTMLElement>(null);
  const titleId = useId();

  // The focus is read here, because after the card has left the document nobody knows where it was.
  useLayoutEffect(() => {
    const element = card.current;
    // The card's button had the focus and is gone, so the focus moves to the page.
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <aside
      ref={card}
      className="guide"
      aria-labelledby={titleId}
      onKeyDown={({ key }) => {
        if (key === 'Escape') snooze();
      }}
    >
      <div className="guide-head">
        <span className="guide-mark"><Mark /></span>
        <h2 id={titleId}>{words.title}</h2>
        <button type="button" className="guide-close" aria-label={words.closeLong} onClick={snooze}>{words.close}</button>
      </div>
      <HowTo way={way} offer={offer} onAnswer={(isYes) => isYes || snooze()} />
    </aside>
  );
}

/** The guide that the player asked for. */
function Sheet({ way }: { way: InstallWay }) {
  const offer = useApp((app) => app.installOffer) ?? null;
  const close = () => setGuideRequested(false);
  return (
    <Dialog open title={words.title} closeLabel={frameWords.close} onClose={close}>
      <HowTo way={way} offer={offer} onAnswer={close} />
    </Dialog>
  );
}

/** The guide shows nothing while `way` is null. */
export function Guide({ way, isRequested }: { way: InstallWay | null; isRequested: boolean }) {
  const isCard = way !== null && !isRequested;
  return (
    <>
      <p className="unseen" role="status">{isCard ? words.appeared : ''}</p>
      {isCard ? <Card way={way} /> : null}
      {way !== null && isRequested ? <Sheet way={way} /> : null}
    </>
  );
}

