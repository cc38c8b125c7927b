/** HAProxy with the shipped configuration, without TLS, before processes of the platform and nodes of PostgreSQL. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adapt, readDeployFile } from './deploy-files';
import { freePort } from './free-port';
import { requireProgram, startProgram } from './programs';

export interface HaproxyPorts {
  readonly site: number;
  readonly platforms: readonly [number, number];
  readonly database: number;
  /** Of each node of PostgreSQL where it listens, and where Patroni says what it is. */
  readonly nodes: readonly { readonly postgres: number; readonly check: number }[];
}

/** Returns the shipped configuration with these ports, all on this machine. */
export async function haproxyConfig({ site, platforms: [first, second], database, nodes }: HaproxyPorts): Promise<string> {
  return adapt(await readDeployFile('haproxy.cfg'), {
    'bind 0.0.0.0:80\n': `bind 127.0.0.1:${site}\n`,
    // The callers of tests speak no TLS.
    '    bind 0.0.0.0:443 ssl crt /etc/haproxy/ayo.pem alpn h2,http/1.1\n': '',
    '    http-request redirect scheme https code 308 unless { ssl_fc }\n': '',
    '127.0.0.1:8081': `127.0.0.1:${first}`, '127.0.0.1:8082': `127.0.0.1:${second}`,
    '127.0.0.1:5000': `127.0.0.1:${database}`, 'check port 8008': 'check',
    ...Object.fromEntries(nodes.map(({ postgres, check }, at) => [`10.0.0.${at + 1}:5432`, `127.0.0.1:${postgres} port ${check}`])),
  });
}

export interface StartedHaproxy {
  /** No slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts HAProxy before two processes of the platform. Throws an Error where it is not installed. */
export async function startHaproxy(platforms: readonly [number, number]): Promise<StartedHaproxy> {
  const program = requireProgram('haproxy');
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-haproxy-'));
  const [site, database, nobody] = [await freePort(), await freePort(), await freePort()];
  const file = path.join(folder, 'haproxy.cfg');
  const nodes = Array.from({ length: 3 }, () => ({ postgres: nobody, check: nobody }));
  await writeFile(file, await haproxyConfig({ site, platforms, database, nodes }));
  const { child } = startProgram(program, ['-db', '-f', file]);
  return {
    url: `http://127.0.0.1:${site}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
