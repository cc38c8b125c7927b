import { readFile } from 'node:fs/promises';
import type { Environment, Mistakes } from './variables';

/**
 * Puts the text of the file that `GAME_PROVIDERS_FILE` names into `GAME_PROVIDERS`: Linux takes no variable longer than 128 KiB, and a few
 * hundred games are longer. Returns the environment as it is where no file is named.
 */
export async function readProvidersFile(env: Environment): Promise<{ readonly env: Environment } | Mistakes> {
  const path = env['GAME_PROVIDERS_FILE']?.trim() ?? '';
  if (path === '') return { env };
  if ((env['GAME_PROVIDERS'] ?? '').trim() !== '') return { errors: ['GAME_PROVIDERS and GAME_PROVIDERS_FILE are both set. Remove one.'] };
  try {
    return { env: { ...env, GAME_PROVIDERS: await readFile(path, 'utf8') } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { errors: [`GAME_PROVIDERS_FILE names ${JSON.stringify(path)}, which can't be read: ${reason}`] };
  }
}
