/**
 * The product behind one address that changes its version while browsers use it: the app of build 1 or of build 2, served by
 * the product's own host code. Requests below `/api` go to a running product.
 */
import { createServer as createFront, request as ask } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { CAPABILITIES } from '../../src/core/contract/platform';
import { readHostedFiles, versionOf } from '../../server/hosting/files';
import type { HostedFiles } from '../../server/hosting/files';
import { registerHost } from '../../server/hosting/host';
import { createServer } from '../../server/http/server';
import { DIST } from '../../server/tools/dist';
import { secondBuild } from './second-build';

export interface Deployment {
  readonly build: 1 | 2;
  /** `keep` serves the other build's assets too, as the host does with those of the last builds; `gone` does not. */
  readonly others?: 'keep' | 'gone';
  /** As in the operator's configuration. */
  readonly serviceWorker?: 'on' | 'off';
}

/** An answer in place of the host's own. */
export interface Substitute {
  readonly type: string;
  readonly body: string;
}

export interface SwitchingHost {
  readonly url: string;
  /** The text of `/version.json` of each build. */
  readonly versions: Readonly<Record<1 | 2, string>>;
  /** Paths below `/assets/` that only build 1 has. */
  readonly oldAssets: readonly string[];
  /** Every requested path since the last `deploy`, in order. */
  readonly requestedPaths: readonly string[];
  /** Deploys a build at once, and removes every replaced answer. */
  deploy(deployment: Deployment): Promise<void>;
  /** Replaces the answers of matching paths until the next `deploy` or `asItIs`. */
  answer(paths: RegExp, substitute: Substitute): void;
  asItIs(): void;
  close(): Promise<void>;
}

const NOWHERE = new Writable({ write: (_chunk, _encoding, done) => done() });

async function hostOf(files: HostedFiles, version: string, serviceWorker: 'on' | 'off'): Promise<FastifyInstance> {
  const app = createServer({ trustProxy: [] }, { level: 'silent', stream: NOWHERE });
  registerHost(app, {
    files, version, serviceWorker, config: { cdnUrl: '/cdn', consentPolicy: 'ask' }, capabilities: () => CAPABILITIES,
  });
  await app.ready();
  return app;
}

function passOn(target: URL, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const onward = ask({ hostname: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
    answer.once('error', () => request.socket.destroy());
  });
  onward.once('error', () => request.socket.destroy());
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

/** Starts with build 1; `productUrl` is the product that answers below `/api`. */
export async function startSwitchingHost(productUrl: string): Promise<SwitchingHost> {
  const target = new URL(productUrl);
  const builds = { 1: await readHostedFiles(join(DIST, 'app')), 2: await readHostedFiles(await secondBuild()) };
  const versions = { 1: versionOf(builds[1]), 2: versionOf(builds[2]) };
  const hosts: FastifyInstance[] = [];
  const requestedPaths: string[] = [];
  let substitutes: { paths: RegExp; substitute: Substitute }[] = [];
  let currentHost: RequestListener = () => undefined;

  async function deploy({ build, others = 'keep', serviceWorker = 'on' }: Deployment): Promise<void> {
    const older = [...builds[build === 1 ? 2 : 1]].filter(([path]) => path.startsWith('/assets/'));
    const files = new Map([...(others === 'keep' ? older : []), ...builds[build]]);
    const host = await hostOf(files, versions[build], serviceWorker);
    hosts.push(host);
    currentHost = (request, response) => host.routing(request, response);
    substitutes = [];
    requestedPaths.length = 0;
  }

  const front = createFront((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    requestedPaths.push(path);
    const other = substitutes.find(({ paths }) => paths.test(path))?.substitute;
    if (other !== undefined) {
      response.writeHead(200, { 'content-type': other.type, 'cache-control': 'no-store' }).end(other.body);
    } else if (path.startsWith('/api/')) passOn(target, request, response);
    else currentHost(request, response);
  });
  await deploy({ build: 1 });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    versions,
    oldAssets: [...builds[1].keys()].filter((path) => path.startsWith('/assets/') && !builds[2].has(path)),
    requestedPaths,
    deploy,
    answer: (paths, substitute) => void substitutes.unshift({ paths, substitute }),
    asItIs: () => {
      substitutes = [];
    },
    close: async () => {
      front.closeAllConnections();
      await new Promise<void>((done) => front.close(() => done()));
      for (const host of hosts) await host.close();
    },
  };
}
