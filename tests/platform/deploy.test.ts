/** The files of `server/deploy`, each tried with the program that it is for. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCaddy } from '../support/caddy';
import { testDatabase } from '../support/database';
import { adapt, readDeployFile } from '../support/deploy-files';
import { afterTest, makeTemporaryDirectory } from '../support/embedded';
import { freePort } from '../support/free-port';
import { LOCALHOST } from '../support/localhost-certificate';
import { startPlatformProcess } from '../support/platform-process';
import { isTested, requireProgram, runToEnd, startProgram } from '../support/programs';

const MINUTES = 60_000;
const POLL = { timeout: 30_000, interval: 20 };

/** What is for the machine alone. */
const INSIDE = ['/livez', '/readyz', '/readyz?x=1', '/%72eadyz', '/metrics'];

async function writeTemporary(name: string, text: string): Promise<string> {
  const file = path.join(await makeTemporaryDirectory(), name);
  await writeFile(file, text);
  return file;
}

const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port;

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterTest(async () => {
    server.closeAllConnections();
    server.close();
  });
  return portOf(server);
}

function run(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { child } = startProgram(file, args, env);
  afterTest(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly protocol: string | undefined;
}

/** Sends one call over HTTP/2 and TLS. */
function call(port: number, target: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(`https://localhost:${port}`, { ca: LOCALHOST.cert });
    session.once('error', reject);
    const stream = session.request({ ':path': target, ...headers });
    let reply: Omit<Reply, 'text'> | undefined;
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (answer) => {
      reply = { status: answer[':status'] ?? 0, headers: answer, protocol: session.alpnProtocol };
    });
    stream.on('data', (chunk: string) => { text += chunk; });
    stream.once('error', reject);
    stream.once('end', () => {
      session.close();
      if (reply === undefined) reject(new Error('there was no answer'));
      else resolve({ ...reply, text });
    });
  });
}

const statusOf = (port: number, target: string): Promise<number> => call(port, target).then(({ status }) => status, () => 0);

describe.runIf(isTested('systemd-analyze'))('the unit file', () => {
  it('can be loaded, and exposes little: 2.0 or less of 10', { timeout: MINUTES }, async () => {
    const analyze = requireProgram('systemd-analyze', 'systemd');
    const unit = adapt(await readDeployFile('ayo.service'), { '/usr/bin/node': process.execPath });
    const file = await writeTemporary('ayo.service', unit);
    expect(await runToEnd(analyze, ['verify', file])).toEqual({ code: 0, output: '' });
    const { code, output } = await runToEnd(analyze, ['security', '--no-pager', '--offline=true', '--threshold=20', file]);
    expect({ code, words: output.split('\n').findLast((line) => line.includes('exposure level')) }).toMatchObject({ code: 0 });
  });

  it('lets Node compile, and leaves it to Ayo to end its database', async () => {
    const settings = (await readDeployFile('ayo.service')).split('\n').filter((line) => !line.startsWith('#'));
    expect(settings.filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([]);
    expect(settings).toContain('KillMode=mixed');
  });
});

describe('the container file', () => {
  it('has two stages, runs as an ordinary user whose program belongs to root, and keeps its data on a volume', async () => {
    const lines = (await readDeployFile('Containerfile')).split('\n').filter((line) => /^[A-Z]+ /.test(line));
    const stages = lines.filter((line) => line.startsWith('FROM '));
    expect(stages.map((line) => /^FROM docker\.io\/library\/node:22-bookworm-slim(?: AS build)?$/.test(line))).toEqual([true, true]);
    const last = lines.slice(lines.lastIndexOf(stages[1] ?? ''));
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001']);
    // Nothing after it is done as root, and nothing is given to the user but the folder of the data.
    expect(last.slice(last.indexOf('USER 10001')).filter((line) => /^(?:RUN|COPY|ADD) /.test(line))).toEqual([]);
    expect(last.filter((line) => line.startsWith('COPY '))).toEqual(['COPY --from=build /app /app']);
    expect(last).toContain('VOLUME /data');
    expect(lines.filter((line) => line.startsWith('ADD '))).toEqual([]);
  });

  it('leaves data and secrets of the machine that builds it out', async () => {
    const ignored = (await readDeployFile('Containerfile.dockerignore')).split('\n');
    for (const name of ['.git', '.env', '.env.*', 'data', 'node_modules', 'dist']) expect(ignored, name).toContain(name);
  });
});

describe.runIf(isTested('caddy'))('the Caddyfile', () => {
  /** Starts Caddy with it before an upstream and returns its port. */
  async function listen(upstream: string): Promise<number> {
    const port = await freePort();
    const caddy = await startCaddy({ port, upstream });
    afterTest(() => caddy.stop());
    await expect.poll(() => statusOf(port, '/api/health'), POLL).toBe(200);
    return port;
  }

  it('serves the platform over TLS and HTTP/2, which then asks browsers for TLS from now on', { timeout: 3 * MINUTES }, async () => {
    const database = await testDatabase();
    afterTest(() => database.close());
    const ownPort = await freePort();
    const platform = startPlatformProcess({
      PORT: String(ownPort), DATABASE_URL: database.databaseUrl, DATA_DIR: await makeTemporaryDirectory(), TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://localhost',
    });
    afterTest(async () => {
      platform.signal('SIGTERM');
      await platform.ended;
    });
    await platform.url;
    const port = await listen(`127.0.0.1:${ownPort}`);
    const answer = await call(port, '/api/health');
    expect(answer).toMatchObject({ status: 200, protocol: 'h2', headers: { 'strict-transport-security': 'max-age=31536000' } });
  });

  it('keeps probes and metrics from outside, however they are written', { timeout: 2 * MINUTES }, async () => {
    const seen: (string | undefined)[] = [];
    const port = await listen(`127.0.0.1:${await serve((request, answer) => {
      if (request.url !== '/readyz' || request.headers['x-from-outside'] !== undefined) seen.push(request.url);
      answer.end('ok');
    })}`);
    seen.length = 0;
    for (const target of INSIDE) expect(await call(port, target, { 'x-from-outside': '1' }), target).toMatchObject({ status: 404 });
    expect(await call(port, '/games')).toMatchObject({ status: 200 });
    expect(seen).toEqual(['/games']);
  });

  it('tells the platform who calls, whatever the caller says', { timeout: 2 * MINUTES }, async () => {
    const seen: IncomingHttpHeaders[] = [];
    const upstream = await serve((request, answer) => {
      if (request.url === '/who') seen.push(request.headers);
      answer.end('ok');
    });
    const port = await listen(`127.0.0.1:${upstream}`);
    await call(port, '/who', { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'http' });
    expect(seen).toMatchObject([{ 'x-forwarded-for': expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/), 'x-forwarded-proto': 'https' }]);
  });
});

describe.runIf(isTested('haproxy'))('the configuration of HAProxy', () => {
  interface Upstream {
    readonly port: number;
    isReady: boolean;
    readonly seen: IncomingHttpHeaders[];
    readonly isHolding: () => boolean;
    /** Ends the calls to /slow. */
    readonly release: () => void;
  }

  async function startUpstream(name: string): Promise<Upstream> {
    const held: (() => void)[] = [];
    const seen: IncomingHttpHeaders[] = [];
    const upstream = { isReady: true, seen, isHolding: () => held.length > 0, release: () => held.splice(0).forEach((end) => end()) };
    const port = await serve((request, answer) => {
      if (request.url === '/readyz') return void answer.writeHead(upstream.isReady ? 200 : 503).end();
      seen.push(request.headers);
      if (request.url === '/slow') return void held.push(() => answer.end(name));
      return void answer.end(name);
    });
    return Object.assign(upstream, { port });
  }

  interface Node {
    readonly port: number;
    readonly checkPort: number;
    isPrimary: boolean;
  }

  /** A node of PostgreSQL for the proxy: it says its name to whoever connects, and whether it is the primary. */
  async function startNode(name: string, isPrimary: boolean): Promise<Node> {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.write(name);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    afterTest(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const node = { port: portOf(server), isPrimary };
    const checkPort = await serve((request, answer) => {
      answer.writeHead(request.url === '/primary' && node.isPrimary ? 200 : 503).end();
    });
    return Object.assign(node, { checkPort });
  }

  async function startProxy(): Promise<{ port: number; databasePort: number; upstreams: [Upstream, Upstream]; nodes: [Node, Node, Node] }> {
    const haproxy = requireProgram('haproxy');
    const upstreams: [Upstream, Upstream] = [await startUpstream('one'), await startUpstream('two')];
    const nodes: [Node, Node, Node] = [await startNode('one', true), await startNode('two', false), await startNode('three', false)];
    const pem = await writeTemporary('ayo.pem', LOCALHOST.cert + LOCALHOST.key);
    const [port, databasePort, plainPort] = [await freePort(), await freePort(), await freePort()];
    const text = adapt(await readDeployFile('haproxy.cfg'), {
      '0.0.0.0:80': `127.0.0.1:${plainPort}`, '0.0.0.0:443': `127.0.0.1:${port}`, '/etc/haproxy/ayo.pem': pem,
      '127.0.0.1:8081': `127.0.0.1:${upstreams[0].port}`, '127.0.0.1:8082': `127.0.0.1:${upstreams[1].port}`,
      '127.0.0.1:5000': `127.0.0.1:${databasePort}`, 'check port 8008': 'check',
      ...Object.fromEntries(nodes.map((node, index) => [`10.0.0.${index + 1}:5432`, `127.0.0.1:${node.port} port ${node.checkPort}`])),
    });
    const file = await writeTemporary('haproxy.cfg', `${text}\n`);
    expect(await runToEnd(haproxy, ['-c', '-f', file])).toMatchObject({ code: 0 });
    run(haproxy, ['-db', '-f', file]);
    await expect.poll(() => statusOf(port, '/'), POLL).toBe(200);
    return { port, databasePort, upstreams, nodes };
  }

  it('sends calls away from a process that drains, lets its own end, and answers no 502', { timeout: 2 * MINUTES }, async () => {
    const { port, upstreams: [one, two] } = await startProxy();
    const slowCalls = [call(port, '/slow'), call(port, '/slow')];
    await expect.poll(() => one.isHolding() && two.isHolding(), POLL).toBe(true);
    one.isReady = false;
    const texts: string[] = [];
    await expect.poll(async () => {
      const { status, text } = await call(port, '/');
      expect(status).toBe(200);
      texts.push(text);
      return texts.length >= 20 && texts.slice(-20).every((each) => each === 'two');
    }, POLL).toBe(true);
    one.release();
    two.release();
    expect((await Promise.all(slowCalls)).map(({ status, text }) => `${status} ${text}`).toSorted()).toEqual(['200 one', '200 two']);
  });

  it('keeps probes and metrics from outside, however they are written', { timeout: 2 * MINUTES }, async () => {
    const { port, upstreams } = await startProxy();
    for (const { seen } of upstreams) seen.length = 0;
    for (const target of INSIDE) expect(await call(port, target), target).toMatchObject({ status: 404 });
    expect(upstreams.flatMap(({ seen }) => seen)).toEqual([]);
  });

  it('tells the processes who calls, whatever the caller says', { timeout: 2 * MINUTES }, async () => {
    const { port, upstreams } = await startProxy();
    for (const { seen } of upstreams) seen.length = 0;
    await call(port, '/', { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'http' });
    expect(upstreams.flatMap(({ seen }) => seen)).toMatchObject([{ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' }]);
  });

  it('leads to the primary of the database, and cuts those who are connected to a former one', { timeout: 2 * MINUTES }, async () => {
    const { databasePort, nodes: [one, two] } = await startProxy();
    const connectTo = async (): Promise<{ readonly socket: Socket; readonly name: string }> => {
      const socket = connect(databasePort, '127.0.0.1');
      socket.on('error', () => undefined);
      afterTest(async () => socket.destroy());
      const name = await new Promise<string>((resolve) => {
        socket.once('data', (data: Buffer) => resolve(data.toString()));
        socket.once('close', () => resolve('nobody'));
      });
      return { socket, name };
    };
    // Until its first checks the proxy counts every node as a primary.
    const connectTimes = (count: number) => Promise.all(Array.from({ length: count }, async () => (await connectTo()).name));
    await expect.poll(() => connectTimes(9), POLL).toEqual(Array.from({ length: 9 }, () => 'one'));
    const { socket } = await connectTo();
    one.isPrimary = false;
    two.isPrimary = true;
    await expect.poll(() => socket.closed, POLL).toBe(true);
    await expect.poll(async () => (await connectTo()).name, POLL).toBe('two');
  });
});
