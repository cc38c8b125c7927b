import type { ComponentType } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findRoute } from '../../../src/app/open-page';
import { LateCode } from '../../../src/app/late-code';
import { makeRouter } from '../../../src/app/router';
import type { View } from '../../../src/app/router';
import { PAGE_ROUTES } from '../../../src/app/routes';
import type { PageRoute } from '../../../src/app/routes';
import { hostStore } from '../../../src/state/catalogue';
import { enterSession, sessionStore } from '../../../src/state/session';
import { fakeWindow } from './fake-window';

const Page: ComponentType = () => null;

/** Each page's file comes, or does not, when the test says so. */
function slowRoutes() {
  const waiting = new Map<string, { come: () => void; fail: (error: Error) => void }>();
  const asked: string[] = [];
  const route = (name: string, more: Partial<PageRoute> = {}): PageRoute => ({
    name, paths: [`/${name}`], who: 'all', title: name,
    load: () => new Promise((resolve, reject) => {
      asked.push(name);
      waiting.set(name, { come: () => resolve({ default: Page }), fail: reject });
    }),
    ...more,
  });
  const here = (name: string, more: Partial<PageRoute> = {}): PageRoute => route(name, { load: () => Promise.resolve({ default: Page }), ...more });
  return {
    route, here, asked,
    come: (name: string) => waiting.get(name)?.come(),
    fail: (name: string, error: Error) => waiting.get(name)?.fail(error),
  };
}

/** Everything that was to be done at once is done. */
const settled = () => new Promise((resolve) => { setImmediate(resolve); });

const initial = sessionStore.getState();
const host = hostStore.getState();
afterEach(() => {
  sessionStore.setState(initial, true);
  hostStore.setState(host, true);
});

describe('a page whose code does not come', () => {
  afterEach(() => void vi.useRealTimers());

  it('gives way to an error within 9 s of the tap, and to the page when it comes after all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tab = fakeWindow('/lobby');
    const { here, route, come, asked } = slowRoutes();
    const router = await makeRouter([here('lobby'), route('terms')], tab.browser);
    router.navigator.push('/terms');
    await vi.advanceTimersByTimeAsync(9_000);
    await settled();
    expect(router.view()).toMatchObject({ route: { name: 'terms' }, Page: null, error: expect.any(LateCode) });
    expect(tab.trail()).toEqual(['/lobby', '[/terms]']);
    come('terms');
    await settled();
    expect(router.view()).toMatchObject({ route: { name: 'terms' }, Page });
    expect(tab.trail()).toEqual(['/lobby', '[/terms]']);
    expect(asked).toEqual(['terms']);
  });

  it('does not take the player back there when it comes after they have gone on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tab = fakeWindow('/lobby');
    const { here, route, come } = slowRoutes();
    const router = await makeRouter([here('lobby'), here('help'), route('terms')], tab.browser);
    router.navigator.push('/terms');
    await vi.advanceTimersByTimeAsync(9_000);
    router.navigator.push('/help');
    await settled();
    come('terms');
    await settled();
    expect(router.view().route.name).toBe('help');
  });
});

describe('an address that begins with two slashes', () => {
  it('is one of this site, whatever is done with it', async () => {
    const tab = fakeWindow('/lobby');
    const { here } = slowRoutes();
    const router = await makeRouter([here('lobby')], tab.browser);
    router.navigator.push('//evil.example/x?a=1');
    await settled();
    router.navigator.replace('//evil.example/y');
    await settled();
    expect(router.view().route.name).toBe('not-found');
    expect(tab.trail()).toEqual(['/lobby', '[//evil.example/y]']);
  });
});

describe('the router', () => {
  it('leaves the page and its address alone until the next page’s file is there', async () => {
    const tab = fakeWindow('/lobby');
    const { here, route, come } = slowRoutes();
    const router = await makeRouter([here('lobby'), route('terms')], tab.browser);
    router.navigator.push('/terms#law');
    await settled();
    expect([router.view().route.name, tab.trail()]).toEqual(['lobby', ['[/lobby]']]);
    come('terms');
    await settled();
    expect([router.view().route.name, tab.trail()]).toEqual(['terms', ['/lobby', '[/terms#law]']]);
    expect(tab.state().idx).toBe(1);
  });

  it('goes where it was told last, whichever file comes first', async () => {
    const tab = fakeWindow('/lobby');
    const { here, route, come } = slowRoutes();
    const router = await makeRouter([here('lobby'), route('terms'), route('help')], tab.browser);
    const drawn: string[] = [];
    router.subscribe((view) => drawn.push(view.route.name));
    router.navigator.push('/terms');
    router.navigator.push('/help');
    await settled();
    come('help');
    await settled();
    come('terms');
    await settled();
    expect([drawn, tab.trail()]).toEqual([['help'], ['/lobby', '[/help]']]);
  });

  it('lets no step of a page overtake the link that leaves it', async () => {
    const tab = fakeWindow('/lobby');
    const { here, route, come } = slowRoutes();
    const router = await makeRouter([here('lobby'), route('terms')], tab.browser);
    router.navigator.push('/lobby?q=a', undefined, { preventScrollReset: true });
    await settled();
    router.navigator.push('/terms');
    router.navigator.replace('/lobby?q=ab', undefined, { preventScrollReset: true });
    await settled();
    come('terms');
    await settled();
    expect([router.view().route.name, tab.trail()]).toEqual(['terms', ['/lobby', '/lobby?q=a', '[/terms]']]);
    router.navigator.push('/terms?q=law', undefined, { preventScrollReset: true });
    await settled();
    expect(tab.trail().at(-1)).toBe('[/terms?q=law]');
  });

  it('draws why a file did not come, at its address, and asks for the file again the next time', async () => {
    const tab = fakeWindow('/lobby');
    const { here, route, fail, asked, come } = slowRoutes();
    const router = await makeRouter([here('lobby'), route('terms')], tab.browser);
    const gone = new Error('Failed to fetch dynamically imported module');
    router.navigator.push('/terms');
    fail('terms', gone);
    await settled();
    expect(router.view()).toMatchObject({ Page: null, error: gone, location: { pathname: '/terms' } });
    router.navigator.replace('/terms');
    come('terms');
    await settled();
    expect([router.view().Page, asked]).toEqual([Page, ['terms', 'terms']]);
  });

  it('starts at the address of the document, and knows what it is once the file is there', async () => {
    const tab = fakeWindow('/game/adire-gold?from=mail');
    const { here } = slowRoutes();
    const router = await makeRouter([here('game', { paths: ['/game/:gameId'] })], tab.browser);
    expect(router.view()).toMatchObject({ params: { gameId: 'adire-gold' }, action: 'pop', location: { search: '?from=mail' } });
  });

  it('goes back and forward, with what was said to each entry', async () => {
    const tab = fakeWindow('/lobby');
    const { here } = slowRoutes();
    const router = await makeRouter([here('lobby'), here('terms')], tab.browser);
    const { key } = router.view().location;
    router.navigator.push('/terms', { from: 'foot' });
    await settled();
    tab.walk(-1);
    await settled();
    expect(router.view()).toMatchObject({ action: 'pop', location: { pathname: '/lobby', key } });
    tab.walk(1);
    await settled();
    expect(router.view()).toMatchObject({ action: 'pop', location: { pathname: '/terms', state: { from: 'foot' } } });
  });

  it('takes over an anchor that the browser went to by itself, and scrolls nothing for it', async () => {
    const tab = fakeWindow('/terms');
    const { here } = slowRoutes();
    const router = await makeRouter([here('terms')], tab.browser);
    const before = router.view();
    tab.anchor('#law');
    await settled();
    const { location, keepsScroll } = router.view();
    expect([location.hash, keepsScroll, tab.state().idx]).toEqual(['#law', true, 1]);
    expect(location.key).not.toBe(before.location.key);
    tab.walk(-1);
    tab.walk(1);
    await settled();
    expect(router.view()).toMatchObject({ keepsScroll: false, location: { key: location.key } });
  });

  it('loads a document anew where the browser lets a page add nothing more to the history', async () => {
    const tab = fakeWindow('/lobby');
    const { here } = slowRoutes();
    const router = await makeRouter([here('lobby'), here('terms')], tab.browser);
    tab.refuseMore();
    router.navigator.push('/terms?x=1');
    await settled();
    expect(tab.assigned).toEqual(['/terms?x=1']);
  });
});

describe('a guarded page', () => {
  const routes = () => {
    const made = slowRoutes();
    const { here, route } = made;
    return { ...made, table: [here('lobby', { paths: ['/'] }), route('deposit', { who: 'player' }), here('sign-in', { who: 'guest' })] };
  };

  it('is never loaded for a guest, who comes to sign-in in its place', async () => {
    const tab = fakeWindow('/');
    const { table, asked } = routes();
    const router = await makeRouter(table, tab.browser);
    router.navigator.push('/deposit?amount=100');
    await settled();
    expect([router.view().route.name, tab.trail(), asked]).toEqual(['sign-in', ['/', '[/sign-in?next=%2Fdeposit%3Famount%3D100]'], []]);
  });

  it('takes no entry of its own when the document itself is its address', async () => {
    const tab = fakeWindow('/deposit');
    await makeRouter(routes().table, tab.browser);
    expect(tab.trail()).toEqual(['[/sign-in?next=%2Fdeposit]']);
  });

  it('is not drawn when the session ended while its file was on the way', async () => {
    enterSession({ sessionId: 's', userId: 'u' });
    const tab = fakeWindow('/');
    const { table, come } = routes();
    const router = await makeRouter(table, tab.browser);
    const drawn: View[] = [];
    router.subscribe((view) => drawn.push(view));
    router.navigator.push('/deposit');
    await settled();
    sessionStore.setState(initial, true);
    come('deposit');
    await settled();
    expect(drawn.map(({ route }) => route.name)).toEqual(['sign-in']);
  });

  it('is left when the session ends, and only then', async () => {
    enterSession({ sessionId: 's', userId: 'u' });
    const tab = fakeWindow('/');
    const { here } = slowRoutes();
    const router = await makeRouter([here('deposit', { paths: ['/'], who: 'player' }), here('sign-in', { who: 'guest' })], tab.browser);
    const before = router.view();
    router.askGuard();
    await settled();
    expect(router.view()).toBe(before);
    sessionStore.setState(initial, true);
    router.askGuard();
    await settled();
    expect(tab.trail()).toEqual(['[/sign-in?next=%2F]']);
  });

  it('lets a player who is on it change what it is asked for without being sent away in the middle', async () => {
    const tab = fakeWindow('/sign-in');
    const router = await makeRouter(routes().table, tab.browser);
    enterSession({ sessionId: 's', userId: 'u' });
    router.navigator.replace('/sign-in?next=%2Fhelp');
    await settled();
    expect(router.view().route.name).toBe('sign-in');
    router.navigator.replace('/sign-in?next=%2F');
    router.askGuard();
    await settled();
    expect(tab.trail()).toEqual(['[/]']);
  });
});

describe('an address', () => {
  it.each([
    ['/', 'games', {}],
    ['/games/', 'games', {}],
    ['/%67ames', 'games', {}],
    ['/game/adire-gold', 'game', { gameId: 'adire-gold' }],
    ['/game/a%20b', 'game', { gameId: 'a b' }],
    ['/category/made-in-naija', 'category', { categoryId: 'made-in-naija' }],
    ['/game', 'not-found', {}],
    ['/game/a/b', 'not-found', {}],
    ['/games%', 'not-found', {}],
    ['//evil.example', 'not-found', {}],
    ['/deposit/x', 'not-found', {}],
  ])('%s is %s', (path, name, params) => {
    const found = findRoute(PAGE_ROUTES, path);
    expect([found.route.name, found.params]).toEqual([name, params]);
  });

  it('of every page of the table is that page’s', () => {
    for (const { name, paths } of PAGE_ROUTES) for (const path of paths) expect(findRoute(PAGE_ROUTES, path).route.name).toBe(name);
  });
});
