// @vitest-environment happy-dom
import { useParams, useSearchParams } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { appRoutes, pageAt } from '../../../src/app/app-routes';
import { DIALOG_FORMS, PAGE_ROUTES } from '../../../src/app/routes';
import type { PageRoute } from '../../../src/app/routes';
import { words } from '../../../src/app/words';
import { useQuery } from '../../../src/pages/shared/browse/use-query';
import { hostStore } from '../../../src/state/catalogue';
import { enterSession, sessionStore } from '../../../src/state/session';
import { drawApp } from './draw-app';
import type { fakeWindow } from './fake-window';

const pageOf = (name: string) => () => <h1>{name}</h1>;

/** The test decides when, and whether, the file of each page comes. */
function slowRoutes() {
  const waiting = new Map<string, { come: () => void; fail: (error: Error) => void }>();
  const loadedNames: string[] = [];
  const route = (name: string, more: Partial<PageRoute> = {}): PageRoute => ({
    name, paths: [`/${name}`], who: 'all', title: name,
    load: () => new Promise((resolve, reject) => {
      loadedNames.push(name);
      waiting.set(name, { come: () => resolve({ default: pageOf(name) }), fail: reject });
    }),
    ...more,
  });
  const here = (name: string, more: Partial<PageRoute> = {}) => route(name, { load: () => Promise.resolve({ default: pageOf(name) }), ...more });
  return {
    route, here, loadedNames,
    come: (name: string) => waiting.get(name)?.come(),
    fail: (name: string, error: Error) => waiting.get(name)?.fail(error),
  };
}

const until = <T,>(look: () => T, expected: T): Promise<void> => vi.waitFor(() => expect(look()).toEqual(expected), { timeout: 5_000, interval: 5 });

/** Waits until React has drawn everything: it does in later tasks what it does not do at once. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => { setImmediate(resolve); });
}

const initial = sessionStore.getState();
const host = hostStore.getState();
afterEach(() => {
  sessionStore.setState(initial, true);
  hostStore.setState(host, true);
});

/** A tapped link must show something within this time. */
const ANSWERED_MS = 9_000;

describe('a page whose code does not come', () => {
  afterEach(() => void vi.useRealTimers());

  it('gives way to an error within 9 s of the tap, and to the page when it comes after all', async () => {
    const { here, route, come, loadedNames } = slowRoutes();
    const { tab, navigate, heading } = await drawApp('/lobby', [here('lobby'), route('terms')]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    navigate('/terms');
    await settled();
    vi.advanceTimersByTime(ANSWERED_MS);
    await settled();
    expect([heading(), tab.trail()]).toEqual([words.chunkTitle, ['/lobby', '[/terms]']]);
    come('terms');
    await settled();
    expect([heading(), tab.trail(), loadedNames]).toEqual(['terms', ['/lobby', '[/terms]'], ['terms']]);
  });

  it('does not take the player back there when it comes after they have gone on', async () => {
    const { here, route, come } = slowRoutes();
    const { navigate, heading } = await drawApp('/lobby', [here('lobby'), here('help'), route('terms')]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    navigate('/terms');
    await settled();
    vi.advanceTimersByTime(ANSWERED_MS);
    await settled();
    navigate('/help');
    await settled();
    come('terms');
    await settled();
    expect(heading()).toBe('help');
  });
});

describe('an address that begins with two slashes', () => {
  it('is never opened by a navigation, because it names another site', async () => {
    const { here } = slowRoutes();
    const { tab, navigate, heading } = await drawApp('/lobby', [here('lobby')]);
    expect(() => navigate('//evil.example/x?a=1')).toThrow();
    expect(() => navigate('//evil.example/y', { replace: true })).toThrow();
    await settled();
    expect([heading(), tab.trail(), tab.assigned]).toEqual(['lobby', ['[/lobby]'], []]);
  });

  it('shows the not-found page when the document was opened at it', async () => {
    const { here } = slowRoutes();
    const { tab, heading } = await drawApp('http://ayo.test//evil.example/lobby', [here('lobby')]);
    expect([heading(), tab.assigned]).toEqual([words.notFoundTitle, []]);
  });
});

describe('an address with a line break in it', () => {
  it('shows the not-found page', async () => {
    const { heading } = await drawApp('/%0d%0aset-cookie:a=b', [slowRoutes().here('lobby')]);
    expect(heading()).toBe(words.notFoundTitle);
  });
});

describe('the router', () => {
  it('opens the page that back led to while the first one was being drawn', async () => {
    const { here } = slowRoutes();
    const leave = ({ browser }: ReturnType<typeof fakeWindow>) => browser.history.replaceState(null, '', '/help');
    const { tab, heading } = await drawApp('/lobby', [here('lobby'), here('help')], leave);
    await until(heading, 'help');
    expect(tab.trail()).toEqual(['[/help]']);
  });

  it('leaves the page on screen until the next page’s file is there', async () => {
    const { here, route, come } = slowRoutes();
    const { tab, navigate, heading } = await drawApp('/lobby', [here('lobby'), route('terms')]);
    navigate('/terms#law');
    await settled();
    expect([heading(), document.title]).toEqual(['lobby', expect.stringContaining('lobby')]);
    come('terms');
    await until(heading, 'terms');
    expect(tab.trail()).toEqual(['/lobby', '[/terms#law]']);
  });

  it('opens the page of the last navigation, whichever file comes first', async () => {
    const { here, route, come } = slowRoutes();
    const { navigate, heading } = await drawApp('/lobby', [here('lobby'), route('terms'), route('help')]);
    navigate('/terms');
    await settled();
    navigate('/help');
    await settled();
    come('help');
    await until(heading, 'help');
    come('terms');
    await settled();
    expect(heading()).toBe('help');
  });

  it('lets no search of a page overtake the link that leaves it', async () => {
    const { here, route, come } = slowRoutes();
    const query = { set: (_: string): void => undefined };
    function Lobby() {
      const [, setQuery] = useQuery();
      query.set = setQuery;
      return <h1>lobby</h1>;
    }
    const { tab, navigate, heading } = await drawApp('/lobby', [here('lobby', { load: () => Promise.resolve({ default: Lobby }) }), route('terms')]);
    query.set('ab');
    await settled();
    navigate('/terms');
    await new Promise((resolve) => { setTimeout(resolve, 400); });
    come('terms');
    await until(heading, 'terms');
    expect(tab.trail()).toEqual(['/lobby', '[/terms]']);
  });

  it('shows an error at the address of a page whose file did not come, and requests the file again the next time', async () => {
    const { here, route, fail, loadedNames, come } = slowRoutes();
    const { tab, navigate, heading } = await drawApp('/lobby', [here('lobby'), route('terms')]);
    navigate('/terms');
    await until(() => loadedNames, ['terms']);
    fail('terms', new Error('Failed to fetch dynamically imported module'));
    await until(heading, words.chunkTitle);
    expect(tab.trail()).toEqual(['/lobby', '[/terms]']);
    navigate('/terms', { replace: true });
    await until(() => loadedNames, ['terms', 'terms']);
    come('terms');
    await until(heading, 'terms');
  });

  it('starts at the address of the document, and takes the parameters of the page from it', async () => {
    const { here } = slowRoutes();
    const Game = () => <h1>{`${useParams().gameId ?? ''} from ${useSearchParams()[0].get('from') ?? ''}`}</h1>;
    const game = here('game', { paths: ['/game/:gameId'], load: () => Promise.resolve({ default: Game }) });
    const { heading } = await drawApp('/game/adire-gold?from=mail', [game]);
    expect(heading()).toBe('adire-gold from mail');
  });

  it('goes back and forward', async () => {
    const { here } = slowRoutes();
    const { tab, navigate, heading } = await drawApp('/lobby', [here('lobby'), here('terms')]);
    navigate('/terms');
    await until(heading, 'terms');
    tab.walk(-1);
    await until(heading, 'lobby');
    tab.walk(1);
    await until(heading, 'terms');
  });

  it('scrolls nothing for an anchor that the browser went to by itself', async () => {
    const { here } = slowRoutes();
    const { tab, navigate, heading } = await drawApp('/terms', [here('terms'), here('help')]);
    await settled();
    const scroll = vi.spyOn(window, 'scrollTo');
    tab.anchor('#law');
    await settled();
    expect(scroll).not.toHaveBeenCalled();
    navigate('/help');
    await until(heading, 'help');
    expect(scroll).toHaveBeenCalledWith(0, 0);
  });

  it('loads a new document where the browser refuses further entries in the history', async () => {
    const { here } = slowRoutes();
    const { tab, navigate } = await drawApp('/lobby', [here('lobby'), here('terms')]);
    tab.refuseMore();
    navigate('/terms?x=1');
    expect(tab.assigned).toEqual(['/terms?x=1']);
  });
});

describe('a guarded page', () => {
  const routes = () => {
    const slow = slowRoutes();
    const { here, route } = slow;
    return { ...slow, table: [here('lobby', { paths: ['/'] }), route('deposit', { who: 'player' }), here('sign-in', { who: 'guest' })] };
  };

  it('is never loaded for a guest, who is sent to sign-in', async () => {
    const { table, loadedNames } = routes();
    const { tab, navigate, heading } = await drawApp('/', table);
    navigate('/deposit?amount=100');
    await until(heading, 'sign-in');
    await until(tab.trail, ['/', '[/sign-in?next=%2Fdeposit%3Famount%3D100]']);
    expect(loadedNames).toEqual([]);
  });

  it('adds no entry to the history when the document was opened at its address', async () => {
    const { tab } = await drawApp('/deposit', routes().table);
    await until(tab.trail, ['[/sign-in?next=%2Fdeposit]']);
  });

  it('lets the page that replaces it read its own address from the first drawing on', async () => {
    const nextAddresses: (string | null)[] = [];
    const { here } = slowRoutes();
    function SignIn() {
      nextAddresses.push(useSearchParams()[0].get('next'));
      return <h1>sign-in</h1>;
    }
    const signIn = here('sign-in', { who: 'guest', load: () => Promise.resolve({ default: SignIn }) });
    const { tab } = await drawApp('/deposit', [here('deposit', { who: 'player' }), signIn]);
    await until(tab.trail, ['[/sign-in?next=%2Fdeposit]']);
    expect(new Set(nextAddresses)).toEqual(new Set(['/deposit']));
  });

  it('is not drawn when the session ended while its file was on the way', async () => {
    enterSession({ sessionId: 's', userId: 'u' });
    const { table, come } = routes();
    const { tab, navigate, heading } = await drawApp('/', table);
    navigate('/deposit');
    await settled();
    sessionStore.setState(initial, true);
    come('deposit');
    await until(heading, 'sign-in');
    await until(tab.trail, ['/', '[/sign-in?next=%2Fdeposit]']);
  });

  it('is left when the session ends, and only then', async () => {
    enterSession({ sessionId: 's', userId: 'u' });
    const { here } = slowRoutes();
    const { tab, heading } = await drawApp('/', [here('deposit', { paths: ['/'], who: 'player' }), here('sign-in', { who: 'guest' })]);
    sessionStore.setState({ supportChatActive: false });
    await settled();
    expect(heading()).toBe('deposit');
    sessionStore.setState(initial, true);
    await until(heading, 'sign-in');
    expect(tab.trail()).toEqual(['[/sign-in?next=%2F]']);
  });

  it('for guests is left once somebody is signed in', async () => {
    const { tab, heading } = await drawApp('/sign-in?next=%2F', routes().table);
    enterSession({ sessionId: 's', userId: 'u' });
    await until(heading, 'lobby');
    expect(tab.trail()).toEqual(['[/]']);
  });
});

describe('an address', () => {
  const table = appRoutes(PAGE_ROUTES, DIALOG_FORMS);

  it.each([
    ['/', 'games'],
    ['/games/', 'games'],
    ['/%67ames', 'games'],
    ['/game/adire-gold', 'game'],
    ['/game/a%20b', 'game'],
    ['/category/made-in-naija', 'category'],
    ['/game', 'not-found'],
    ['/game/a/b', 'not-found'],
    ['/games%', 'not-found'],
    ['//evil.example', 'not-found'],
    ['/deposit/x', 'not-found'],
  ])('%s is %s', (path, name) => {
    expect(pageAt(table, path).name).toBe(name);
  });

  it('of every page of the table is that page’s', () => {
    for (const { name, paths } of PAGE_ROUTES) for (const path of paths) expect(pageAt(table, path).name).toBe(name);
  });
});
