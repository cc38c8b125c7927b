import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { addressOfTab, tabByKey } from './tabs';
import type { Tab } from './tabs';
import { words } from './words';

const idOf = (tab: Tab): string => `tab-${tab}`;
export const PANEL_ID = 'admin-panel';
export const labelOfPanel = idOf;

/** Each tab has an address, so back, reload and "open in a new tab" work. Arrows move, Enter and Space open. */
export function Tabs({ tabs, open }: { tabs: readonly Tab[]; open: Tab }) {
  const list = useRef<HTMLDivElement>(null);
  // The row of tabs is wider than a phone's screen, so the open tab scrolls into view, once more when the letters have their widths.
  useEffect(() => {
    const show = () => list.current?.querySelector(`#${idOf(open)}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    show();
    void document.fonts.ready.then(show);
  }, [open, tabs.length]);
  return (
    <div className="admin-tabs" role="tablist" aria-label={words.parts} ref={list}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          id={idOf(tab)}
          role="tab"
          to={addressOfTab(tab)}
          state={KEEP_SCROLL}
          aria-selected={tab === open}
          aria-controls={tab === open ? PANEL_ID : undefined}
          tabIndex={tab === open ? 0 : -1}
          onKeyDown={(event) => {
            const to = tabByKey(event.key, tab, tabs);
            if (to === null && event.key !== ' ') return;
            event.preventDefault();
            if (to === null) event.currentTarget.click();
            else list.current?.querySelector<HTMLElement>(`#${idOf(to)}`)?.focus();
          }}
        >
          {words.tabs[tab]}
        </Link>
      ))}
    </div>
  );
}
