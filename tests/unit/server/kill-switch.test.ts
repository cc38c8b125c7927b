import { Writable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readHostedFiles } from '../../../server/hosting/files';
import { registerHost } from '../../../server/hosting/host';
import { createServer } from '../../../server/http/server';
import { makeBuiltApp } from '../../support/built-app';
import type { BuiltApp } from '../../support/built-app';

const PAGE = 'x'.repeat(4_000);
const SERVICE_WORKER = 'self.__PRECACHED=[{"integrity":"sha256-a","revision":null,"url":"assets/page-1.js"},{"integrity":"sha256-b","revision":"r","url":"index.html"}];importScripts("/assets/sw-1.js");\n';

let built: BuiltApp | null = null;
afterEach(() => built?.remove());

async function hostOf(serviceWorker: 'on' | 'off', extra: Readonly<Record<string, string | Buffer>> = {}) {
  built = await makeBuiltApp({ 'sw.js': SERVICE_WORKER, 'assets/page-1.js': PAGE, 'assets/page-1.js.br': brotliCompressSync(PAGE), 'assets/sw-1.js': 'program', ...extra });
  const files = await readHostedFiles(built.folder);
  const app = createServer({ trustProxy: [] }, { level: 'silent', stream: new Writable() });
  registerHost(app, { files, version: 'v', serviceWorker, config: { cdnUrl: '/cdn', consentPolicy: 'ask' }, capabilities: () => [] });
  return { app, files };
}

describe('A-29: the switch for the service worker', () => {
  it('off: the kill switch stands in its place, never kept by HTTP, with a policy of its own, and the version says so', async () => {
    const { app } = await hostOf('off', { 'sw-off.js': 'kill' });
    const script = await app.inject('/sw.js');
    expect(script.body).toBe('kill');
    expect(script.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' });
    expect(script.headers['content-security-policy']).toContain("script-src 'self'");
    expect((await app.inject('/version.json')).json()).toMatchObject({ version: 'v', serviceWorker: 'off' });
  });

  it('on: the service worker is itself', async () => {
    const { app } = await hostOf('on', { 'sw-off.js': 'kill' });
    expect((await app.inject('/sw.js')).body).toBe(SERVICE_WORKER);
    expect((await app.inject('/version.json')).json()).toMatchObject({ serviceWorker: 'on' });
  });

  it('off in a build without the kill switch is refused at the start', async () => {
    await expect(hostOf('off')).rejects.toThrow('sw-off.js');
  });
});

describe('what keeping the app on a device transfers', () => {
  it('is the sum of the listed files as they are sent, with the service worker and its program', async () => {
    const { app, files } = await hostOf('on');
    const listed = brotliCompressSync(PAGE).length + (files.get('/index.html')?.bodies.get('identity')?.length ?? 0);
    const expected = SERVICE_WORKER.length + 'program'.length + listed;
    expect((await app.inject('/version.json')).json()).toMatchObject({ offlineBytes: expected });
  });

  it('is nothing where there is no list', async () => {
    const { app } = await hostOf('on', { 'sw.js': 'self.oninstall = null;' });
    expect((await app.inject('/version.json')).json()).toMatchObject({ offlineBytes: 0 });
  });
});
