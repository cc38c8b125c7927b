/**
 * Watches for the moment of the guide to the home screen, and draws it in a root of its own. This file is small: the guide's own code is
 * fetched when it is shown for the first time.
 */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { ComponentType } from 'react';
import type { Root } from 'react-dom/client';
import { appStore } from '../../state/app';
import { setGuideRequested, setInstallOffer } from '../../state/install';
import { localEntries } from '../../state/local-entries';
import { closeMobileGuide } from '../../state/mobile-guide';
import { notify } from '../../state/notifications';
import { sessionStore } from '../../state/session';
import { installWay, unaskedWay } from './install-way';
import type { InstallWay, Surroundings } from './install-way';
import { mayOpenByItself } from './moment';
import { words } from './words';

const STANDALONE = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)';
/** A phone that is held upright, or a large one. A phone on its side has no room for the guide. */
const PHONE = '(max-width: 899px) and (min-height: 480px) and (pointer: coarse)';

function surroundings(): Surroundings {
  const { userAgent, maxTouchPoints } = navigator;
  return {
    isStandalone: matchMedia(STANDALONE).matches,
    hasOffer: (appStore.getState().installOffer ?? null) !== null,
    canOfferInstall: 'onbeforeinstallprompt' in window,
    userAgent,
    maxTouchPoints,
  };
}

export interface GuideView {
  readonly way: InstallWay | null;
  readonly isRequested: boolean;
}

/** The guide's view for the present moment. */
function currentView(): GuideView {
  const { pageOnScreen, pageChangeCount, isGuideRequested } = appStore.getState();
  const moment = {
    page: pageOnScreen, pageChangeCount, isDue: sessionStore.getState().mobileGuideVisible, isPhone: matchMedia(PHONE).matches,
  };
  const environment = surroundings();
  if (isGuideRequested === true) return { way: installWay(environment), isRequested: true };
  return { way: mayOpenByItself(moment) ? unaskedWay(environment) : null, isRequested: false };
}

const isSame = (one: GuideView, other: GuideView): boolean => one.way === other.way && one.isRequested === other.isRequested;

/**
 * Draws the guide. `load` fetches its code. The call rejects where the code could not be fetched; nothing is drawn then, and the next call
 * fetches it again.
 */
export function makeDrawer(load: () => Promise<{ readonly Guide: ComponentType<GuideView> }>): (view: GuideView) => Promise<void> {
  let root: Root | null = null;
  let latest: GuideView = { way: null, isRequested: false };
  let drawnView = latest;
  return async (view) => {
    latest = view;
    if (isSame(latest, drawnView)) return;
    const { Guide } = await load();
    // Another call may have drawn it while the code was fetched.
    if (isSame(latest, drawnView)) return;
    drawnView = latest;
    // The guide comes after the page in the document, so the keyboard reaches the page first.
    root ??= createRoot(document.body.appendChild(document.createElement('div')));
    root.render(createElement(Guide, drawnView));
  };
}

/** Starts the guide. It is called once, after the first paint. */
export function startGuide(): void {
  const draw = makeDrawer(() => import('./Guide'));

  function redraw(): void {
    // Without its code there is no guide; the next redraw requests it again.
    draw(currentView()).catch(() => undefined);
  }

  sessionStore.subscribe((now, before) => {
    if (now.mobileGuideVisible !== before.mobileGuideVisible) redraw();
  });
  appStore.subscribe(redraw);
  for (const query of [PHONE, STANDALONE]) matchMedia(query).addEventListener('change', redraw);
  window.addEventListener('appinstalled', () => {
    setInstallOffer(null);
    setGuideRequested(false);
    closeMobileGuide(localEntries(), Date.now());
    notify({ kind: 'success', text: words.added });
  });
}
