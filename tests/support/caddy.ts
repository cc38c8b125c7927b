/** Caddy with the shipped Caddyfile, and the certificate of localhost. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adapt, readDeployFile } from './deploy-files';
import { LOCALHOST } from './localhost-certificate';
import { requireProgram, startProgram } from './programs';

export interface StartedCaddy {
  /** Everything that it printed. */
  output(): string;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts Caddy on `https://localhost:PORT` before `upstream` ("127.0.0.1:PORT"). It resolves before Caddy listens. Throws an Error where Caddy
 * is not installed.
 */
export async function startCaddy({ port, upstream }: { readonly port: number; readonly upstream: string }): Promise<StartedCaddy> {
  const caddy = requireProgram('caddy');
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-caddy-'));
  await writeFile(path.join(folder, 'cert.pem'), LOCALHOST.cert);
  await writeFile(path.join(folder, 'key.pem'), LOCALHOST.key);
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, adapt(await readDeployFile('Caddyfile'), {
    'ayo.example {': `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    '127.0.0.1:8080': upstream,
    // The ports of this machine are not the test's.
    '{\n\tservers': '{\n\tadmin off\n\tauto_https disable_redirects\n\tservers',
  }));
  const environment = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { child, output } = startProgram(caddy, ['run', '--config', file, '--adapter', 'caddyfile'], environment);
  const ended = once(child, 'exit');
  return {
    output,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
