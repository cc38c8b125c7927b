import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPABILITIES, hostConfig } from '../../src/core/contract/platform';
import { listInitialGames } from '../../server/games';
import { readHostedFiles, versionOf } from '../../server/hosting/files';
import { documentHeaders } from '../../server/hosting/headers';
import { registerHost } from '../../server/hosting/host';
import { IMPORT_MAP, CACHED_SHELL, HELP_STYLE, LOBBY_STYLE, SCRIPT, SHELL, SHELL_STYLE, makeBuiltApp } from '../support/built-app';
import type { BuiltApp } from '../support/built-app';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { NO_GAMES, NOWHERE, PAGES, toTitledRows } from '../support/odd-addresses';
import { rawRequest } from '../support/raw-request';

let built: BuiltApp;
let test: TestPlatform;
beforeAll(async () => {
  built = await makeBuiltApp({ 'screenshots/preview-adire-gold.png': Buffer.from([1]) });
  const files = await readHostedFiles(built.folder);
  const config = { cdnUrl: '/cdn', consentPolicy: 'ask' } as const;
  test = await testPlatform({
    parts: {
      host: (app) => registerHost(app, {
        files, config, version: versionOf(files), siteUrl: 'https://ayo.example', capabilities: () => CAPABILITIES, readGames: () => Promise.resolve(listInitialGames()),
      }),
    },
  });
});
afterAll(async () => {
  await test.close();
  await built.remove();
});

const get = (path: string, headers: readonly string[] = []) => rawRequest(test.baseUrl, { path, headers });
const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

describe('the host of the app', () => {
  it('sends a guest at / the lobby, and a player a frame without anything of a guest’s', async () => {
    expect((await get('/')).text).toContain('<div id="root">lobby</div>');
    expect((await get('/?source=home')).text).toContain('<div id="root">lobby</div>');
    const player = await test.signUp();
    expect((await player.request('GET', '/')).text).toContain('<div id="root"><nav>player</nav><h1>Lobby</h1></div>');
    expect((await player.request('GET', '/profile')).text).toContain('<div id="root"><nav>player</nav><h1>My profile</h1></div>');
    expect((await get('/profile')).text).toContain('<div id="root"><nav>guest</nav><h1>Sign in</h1></div>');
  });

  it('sends the service worker the shell that it keeps, and whoever goes to that address a page that says that there is none', async () => {
    expect((await get('/index.html')).text).toBe(CACHED_SHELL);
    expect(await get('/index.html', ['sec-fetch-mode', 'navigate'])).toMatchObject({ status: 404, text: expect.stringContaining('<h1>Page not found</h1>') });
    for (const path of ['/visit.html', '/lobby.html', '/documents.json']) expect((await get(path)).status).toBe(404);
  });

  it('sends each page its own document, whatever is in the query, and in any spelling of its address', async () => {
    for (const path of ['/games', '/admin', '/activate-email?token=a.b', '/deposit#x', '/deposit/', '/Deposit', '/%64eposit']) {
      const { status, text, headers } = await get(path);
      expect({ path, status, isPage: text.includes('<nav>guest</nav><h1>/') }).toEqual({ path, status: 200, isPage: true });
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  it('answers an address without a page with 404 and the page that says so, which nobody may list or keep as it is', async () => {
    for (const path of ['/no/such/page', '/apish', '/help/more', '/game', '/game/', '/game/adire-gold/x', '/game/unheard-of', '/category/unheard-of']) {
      const { status, text, headers } = await get(path, ['if-none-match', '*']);
      expect({ path, status, type: headers['content-type'], tag: headers['etag'] }).toEqual({ path, status: 404, type: 'text/html; charset=utf-8', tag: undefined });
      expect(text).toContain('<h1>Page not found</h1>');
      expect(text).toContain('<meta name="robots" content="noindex" />');
    }
  });

  it('never sends the shell below /api', async () => {
    for (const path of ['/api', '/api/', '/api/unknown', '/api/v1/unknown.html']) {
      const { status, headers } = await get(path);
      expect({ path, status, type: headers['content-type'] }).toEqual({ path, status: 404, type: 'application/problem+json; charset=utf-8' });
    }
  });

  it('lets browsers keep assets for a year, and ask again for everything else', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers['cache-control'];
    expect(await cacheOf('/assets/main-1a2b.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/assets/font-5e6f.woff2')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/config.json', '/version.json']) {
      expect(await cacheOf(path)).toBe('no-cache');
    }
    expect(await cacheOf('/cdn/games/adire-gold.svg')).toBe('public, max-age=86400');
  });

  it('answers 304 to the tag of what it sent, by encoding', async () => {
    for (const path of ['/', '/profile', '/help', '/sw.js', '/assets/main-1a2b.js', '/config.json', '/version.json']) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { headers } = await get(path, ['accept-encoding', encoding]);
        const again = await get(path, ['accept-encoding', encoding, 'if-none-match', String(headers['etag'])]);
        expect({ path, status: again.status, length: again.bytes.length }).toEqual({ path, status: 304, length: 0 });
        expect(again.headers['cache-control']).toBe(headers['cache-control']);
        expect(again.headers['vary']).toBe(headers['vary']);
      }
    }
  });

  it('sends the smallest variant that the browser takes', async () => {
    const script = async (accept: string) => {
      const { headers, bytes } = await get('/assets/main-1a2b.js', accept === '' ? [] : ['accept-encoding', accept]);
      expect(headers['vary']).toBe('accept-encoding');
      expect(headers['content-length']).toBe(String(bytes.length));
      return { encoding: headers['content-encoding'], bytes, etag: headers['etag'] };
    };
    const best = await script('gzip, deflate, br, zstd');
    expect(best.encoding).toBe('br');
    expect(brotliDecompressSync(best.bytes).toString()).toBe(SCRIPT);
    const gzip = await script('br;q=0, gzip');
    expect(gzip.encoding).toBe('gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT);
    for (const accept of ['', 'identity', 'br;q=0', 'zstd']) expect((await script(accept)).encoding).toBeUndefined();
    expect((await script('*')).encoding).toBe('br');
    expect(new Set([best.etag, gzip.etag, (await script('')).etag]).size).toBe(3);
  });

  it('says what each file is', async () => {
    const typeOf = async (path: string) => (await get(path)).headers['content-type'];
    expect(await typeOf('/assets/main-1a2b.js')).toBe('text/javascript; charset=utf-8');
    expect(await typeOf('/manifest.webmanifest')).toBe('application/manifest+json; charset=utf-8');
    expect(await typeOf('/icons/icon.svg')).toBe('image/svg+xml; charset=utf-8');
    expect(await typeOf('/assets/font-5e6f.woff2')).toBe('font/woff2');
  });

  it('tells the app what the platform can do', async () => {
    const config = hostConfig.parse(JSON.parse((await get('/config.json')).text));
    expect(config).toEqual({ capabilities: [...CAPABILITIES], cdnUrl: '/cdn', consentPolicy: 'ask', version: expect.stringMatching(/^[\w-]{12}$/) });
    expect(JSON.parse((await get('/version.json')).text)).toEqual({ version: config.version, serviceWorker: 'on', offlineBytes: 0 });
  });

  it('changes its version with every byte of the app', async () => {
    const other = await makeBuiltApp({ 'assets/main-1a2b.js': `${SCRIPT} ` });
    expect(versionOf(await readHostedFiles(other.folder))).not.toBe(versionOf(await readHostedFiles(built.folder)));
    await other.remove();
    expect(versionOf(await readHostedFiles('/no/such/folder'))).toBe('development');
  });

  it('takes no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await rawRequest(test.baseUrl, { method, path: '/profile' });
      expect({ method, status, allow: headers['allow'] }).toEqual({ method, status: 405, allow: 'GET, HEAD' });
    }
  });
});

describe('what search engines and previews read', () => {
  it('has a title, a description and one address of its own on each page, and the picture for previews', async () => {
    const { text } = await get('/Help/?utm_source=x');
    expect(text).toContain('<title>Help – Ayo</title>');
    expect(text.match(/<meta name="description"[^>]*>/g)).toEqual(['<meta name="description" content="Answers." />']);
    expect(text).toContain('<link rel="canonical" href="https://ayo.example/help" />');
    expect(text).toContain('<meta property="og:title" content="Help – Ayo" />');
    expect(text).toContain('<meta property="og:image" content="https://ayo.example/screenshots/preview.png" />');
    expect(text).not.toContain('noindex');
  });

  it('names a game by the catalogue, with its return and its art', async () => {
    const [game] = listInitialGames();
    const { text } = await get(`/game/${game?.gameId}`);
    expect(text).toContain(`<title>${game?.name} – Ayo</title>`);
    expect(text).toContain(`<h1>${game?.name}</h1><img src="/cdn${game?.art}">`);
    expect(text).toMatch(/content="[^"%]+ pays [\d.]+ %"/);
  });

  it('shows a game in previews by the picture of its own art, and one without such a picture by that of the site', async () => {
    expect((await get('/game/adire-gold')).text).toContain('<meta property="og:image" content="https://ayo.example/screenshots/preview-adire-gold.png" />');
    expect((await get('/game/dice')).text).toContain('<meta property="og:image" content="https://ayo.example/screenshots/preview.png" />');
  });

  it('keeps the pages that are only for players and admins out of every list', async () => {
    for (const path of ['/profile', '/admin', '/withdraw']) {
      const { text } = await get(path);
      expect(text).toContain('<meta name="robots" content="noindex" />');
      expect(text).not.toMatch(/canonical|og:/);
    }
  });

  it('has the text of a page that is the same for all, before any script', async () => {
    expect((await get('/help')).text).toContain('<h1>Help</h1><p>Every answer.</p>');
  });

  it('lets the app take over only what it draws for a guest itself', async () => {
    expect((await get('/help')).text).toContain('<div id="root" data-games="null">');
    const player = await test.signUp();
    expect((await player.request('GET', '/help')).text).toContain('<div id="root"><nav>player</nav><h1>Help</h1>');
    expect((await get('/game/adire-gold')).text).toContain('<div id="root"><nav>guest</nav>');
  });

  it('lists exactly the public pages, categories and games in the sitemap, which robots.txt names', async () => {
    const { text, headers } = await get('/sitemap.xml');
    const games = listInitialGames();
    const categories = new Set(games.flatMap((game) => game.categories.map((id) => `/category/${id}`)));
    const expected = ['/', '/help', ...categories, ...games.map(({ gameId }) => `/game/${gameId}`)];
    expect([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)).toEqual(expected.map((path) => `https://ayo.example${path}`));
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect((await get('/robots.txt')).text).toContain('Sitemap: https://ayo.example/sitemap.xml\n');
  });
});

it('has no sitemap where nobody has said which address the site has, whatever the request calls it', async () => {
  const files = await readHostedFiles(built.folder);
  const app = fastify();
  registerHost(app, { files, config: { cdnUrl: '/cdn', consentPolicy: 'ask' }, version: versionOf(files), capabilities: () => CAPABILITIES });
  expect((await app.inject({ url: '/sitemap.xml', headers: { host: 'elsewhere.example' } })).statusCode).toBe(404);
  expect((await app.inject({ url: '/robots.txt', headers: { host: 'elsewhere.example' } })).payload).not.toContain('Sitemap');
  await app.close();
});

describe('what is no file of the app (row 30)', () => {
  const MISSING = [
    '/assets/x.js', '/assets/', '/.env', '/.git/config', '/.git/HEAD', '/assets/main-1a2b.js.map', '/assets/.hidden.js', '/notes.secret',
    '/assets/main-1a2b.js.br', '/cdn/none.svg', '/cdn/none', '/favicon.ico', '/wp-login.php', '/server/main.ts', '/../package.json',
    '/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/..%2fpackage.json', '/assets/..%5c..%5cpackage.json', '/index.html%00.js',
    '//etc/passwd.txt', '/.well-known/security.txt',
  ];

  it.each(MISSING)('%s is answered with 404 as text', async (path) => {
    const { status, text, headers } = await get(path);
    expect({ status, text }).toEqual({ status: 404, text: 'Not found\n' });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is an address that can’t be decoded', async () => {
    for (const path of ['/%', '/%zz', '/%c0%ae%c0%ae/']) expect((await get(path)).status).toBe(400);
  });
});

describe('an address that somebody goes to', () => {
  /** The headers by which browsers request a document, also those of browsers that don’t send their mode. */
  const NAVIGATIONS = [['sec-fetch-mode', 'navigate'], ['accept', 'text/html,application/xhtml+xml,*/*;q=0.8']];

  const STATUS = new Map([...NOWHERE, ...NO_GAMES].map((address) => [address, 404]));
  for (const address of PAGES) STATUS.set(address, 200);

  it.each(toTitledRows([...STATUS.keys()]))('%s is never blank, a file or another site: the app answers and says what is there', async (_, address) => {
    const { pathname, search } = new URL(`http://site.test${address}`);
    for (const headers of NAVIGATIONS) {
      const { status, text, headers: sent } = await get(pathname + search, headers);
      const isPage = text.includes('<nav>guest</nav><h1>');
      expect({ status, isPage, location: sent['location'] }).toEqual({ status: STATUS.get(address), isPage: true, location: undefined });
      expect(sent['vary']).toContain('sec-fetch-mode');
      expect(sent['cache-control']).toBe('no-cache');
    }
  });

  it('gets no page of the app where it belongs to files or calls, whether there is one or not', async () => {
    for (const headers of NAVIGATIONS) {
      for (const path of ['/robots.txt', '/manifest.webmanifest', '/icons/icon.svg', '/sw.js', '/assets/main-1a2b.js']) {
        const { status, text } = await get(path, headers);
        expect({ path, status, isPage: text.includes('id="root"') }).toEqual({ path, status: 200, isPage: false });
      }
      for (const path of ['/assets/gone.js', '/cdn/none.svg', '/icons/none.png', '/api', '/api/unknown.html', '/api/%', '/licenses.txt']) {
        expect({ path, isFound: (await get(path, headers)).status < 400 }).toEqual({ path, isFound: false });
      }
    }
  });

  it('is none when a script or a picture is asked for there', async () => {
    for (const mode of ['no-cors', 'cors', 'same-origin']) {
      for (const path of ['/help.html', '/game/a.b', '/favicon.ico', '/x.js']) {
        expect({ path, status: (await get(path, ['sec-fetch-mode', mode, 'accept', 'text/html'])).status }).toEqual({ path, status: 404 });
      }
    }
  });
});

describe('the headers of the app', () => {
  const directives = (policy: string | string[] | undefined) =>
    new Map(String(policy).split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)] as const));

  it('allow exactly what the app needs', async () => {
    const { headers } = await get('/profile');
    expect(Object.fromEntries(directives(headers['content-security-policy']))).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", hashOf(IMPORT_MAP)],
      'style-src': ["'self'", hashOf(SHELL_STYLE)],
      'img-src': ["'self'", 'blob:'],
      'font-src': ["'self'"],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['ayo-workers'],
    });
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    });
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('allow each document its own inline style and no other', async () => {
    const stylesAt = async (path: string) => directives((await get(path)).headers['content-security-policy']).get('style-src');
    expect(await stylesAt('/')).toEqual(["'self'", hashOf(LOBBY_STYLE)]);
    expect(await stylesAt('/help')).toEqual(["'self'", hashOf(SHELL_STYLE + HELP_STYLE)]);
    expect(await stylesAt('/no/such/page')).toEqual(["'self'", hashOf(SHELL_STYLE)]);
  });

  it('let pictures and data come from the content host where there is one', () => {
    const policy = directives(documentHeaders(SHELL, { cdnUrl: 'https://cdn.example/art' })['content-security-policy']);
    expect(policy.get('img-src')).toEqual(["'self'", 'blob:', 'https://cdn.example']);
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://cdn.example']);
    expect(policy.get('script-src')).toEqual(["'self'", hashOf(IMPORT_MAP)]);
  });

  it('allow no inline script but the map of the build', () => {
    const html = SHELL.replace('</head>', '<script>alert(1)</script><script type="module">alert(2)</script></head>');
    expect(directives(documentHeaders(html, { cdnUrl: '/cdn' })['content-security-policy']).get('script-src')).toEqual(["'self'", hashOf(IMPORT_MAP)]);
  });

  it('let the shell that a device keeps say the same after any later deploy: what allows its map is kept with it', async () => {
    const policy = directives((await get('/index.html')).headers['content-security-policy']);
    expect(policy.get('script-src')).toEqual(["'self'", hashOf(IMPORT_MAP)]);
  });

  it('let the app speak with a pixel where there is one, with its origin alone, and run nothing of it', () => {
    const policyOf = (pixelUrl?: string) => directives(documentHeaders(SHELL, { cdnUrl: '/cdn', pixelUrl })['content-security-policy']);
    const [withPixel, without] = [policyOf('https://pixel.example/p?id=7'), policyOf()];
    for (const [name = '', values] of without) {
      const more: readonly string[] = ['img-src', 'connect-src'].includes(name) ? ['https://pixel.example'] : [];
      expect(withPixel.get(name), name).toEqual([...values, ...more]);
    }
  });

  it('give the two workers a policy of their own', async () => {
    for (const path of ['/sw.js', '/assets/sync.worker-3c4d.js']) {
      const policy = directives((await get(path)).headers['content-security-policy']);
      expect(Object.fromEntries(policy)).toEqual({ 'default-src': ["'none'"], 'script-src': ["'self'"], 'connect-src': ["'self'"] });
    }
  });

  it('give everything else nothing at all, not even a frame', async () => {
    for (const path of ['/api/health', '/api/unknown', '/icons/icon.svg', '/config.json', '/assets/x.js']) {
      const policy = directives((await get(path)).headers['content-security-policy']);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    }
  });
});
