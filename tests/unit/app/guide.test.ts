import { describe, expect, it } from 'vitest';
import { installWay, unaskedWay } from '../../../src/app/guide/install-way';
import type { Surroundings } from '../../../src/app/guide/install-way';
import { mayOpenByItself, PAGES_BEFORE } from '../../../src/app/guide/moment';
import { PAGE_ROUTES } from '../../../src/app/routes';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

const on = (change: Partial<Surroundings>): Surroundings =>
  ({ isStandalone: false, hasOffer: false, canOfferInstall: false, userAgent: FIREFOX, maxTouchPoints: 5, ...change });
const chrome = (change: Partial<Surroundings>) => on({ userAgent: ANDROID, canOfferInstall: true, ...change });

describe('the way to the home screen', () => {
  it('is the browser’s own offer where it made one', () => {
    expect(installWay(chrome({ hasOffer: true }))).toBe('offer');
    expect(unaskedWay(chrome({ hasOffer: true }))).toBe('offer');
  });

  it('is the share button on an iPhone, and on an iPad, which calls itself a Mac', () => {
    expect(installWay(on({ userAgent: IPHONE }))).toBe('ios');
    expect(unaskedWay(on({ userAgent: MAC, maxTouchPoints: 5 }))).toBe('ios');
    expect(installWay(on({ userAgent: MAC, maxTouchPoints: 0 }))).toBe('menu');
  });

  it('is a line of the menu elsewhere', () => {
    expect(unaskedWay(on({}))).toBe('menu');
  });

  it('is shown only on request when a browser that makes offers makes none: the app is installed, or can’t be installed now', () => {
    expect(unaskedWay(chrome({}))).toBeNull();
    expect(installWay(chrome({}))).toBe('menu');
  });

  it('is none once the app runs in a window of its own', () => {
    for (const userAgent of [ANDROID, IPHONE, FIREFOX]) expect(installWay(on({ userAgent, isStandalone: true, hasOffer: true }))).toBeNull();
  });
});

describe('the moment of the guide', () => {
  const moment = { page: 'games', pageChangeCount: PAGES_BEFORE, isDue: true, isPhone: true };

  it('comes with the third page of a visit, on a phone, unless it was snoozed', () => {
    expect(mayOpenByItself(moment)).toBe(true);
    expect(mayOpenByItself({ ...moment, pageChangeCount: PAGES_BEFORE - 1 })).toBe(false);
    expect(mayOpenByItself({ ...moment, isDue: false })).toBe(false);
    expect(mayOpenByItself({ ...moment, isPhone: false })).toBe(false);
  });

  it('never comes over a game, a form for money or sign-in, or a page about the player’s gambling', () => {
    const quiet = PAGE_ROUTES.filter(({ name }) => mayOpenByItself({ ...moment, page: name })).map(({ name }) => name);
    expect(quiet).toEqual(['games', 'category', 'profile', 'about-us', 'help']);
  });
});
