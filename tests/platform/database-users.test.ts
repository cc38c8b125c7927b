import { chmod, chown, cp, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseUsers } from '../../server/db/embedded/server-user';
import { canReach, permissionsOf } from '../../server/db/embedded/permissions';
import { runQuery, copyWithoutLinks, startTestServer, startTestProcess, makeTemporaryDirectory } from '../support/embedded';

/*
 * The user that PostgreSQL runs as. Only root can run most of these tests, so they are skipped for other users.
 */

const isRoot = process.getuid?.() === 0;
const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const ordinary = await findOrdinaryUser();

/**
 * Some user of this machine who is not root and can read this checkout; not `nobody`, which may stand for users without
 * a number.
 */
async function findOrdinaryUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (!isRoot) return undefined;
  const user = parseUsers(await readFile('/etc/passwd', 'utf8')).find(({ uid }) => uid !== 65_534);
  if (user === undefined) return undefined;
  const canRunUs = (await canReach(user, REPOSITORY)) && (await canReach(user, process.execPath));
  return canRunUs ? { uid: user.uid, gid: user.gid } : undefined;
}

describe.runIf(isRoot)('started by root', () => {
  it('runs the server as somebody else, in a directory that only root may enter, from programs that only root can reach', async () => {
    const secret = await makeTemporaryDirectory(0o700);
    const native = path.join(secret, 'node_modules', 'native');
    await copyWithoutLinks(native);
    const copyPlace = await makeTemporaryDirectory(0o755);
    const dataDir = path.join(secret, 'ayo', 'data');
    const lines: string[] = [];
    const options = { nativeDirectory: native, copyDirectories: [copyPlace], log: (line: string) => lines.push(line) };
    const server = await startTestServer(dataDir, options);
    await runQuery(server, 'CREATE TABLE kept AS SELECT 1 AS one');
    expect((await stat(`/proc/${String(server.pid())}`)).uid).not.toBe(0);
    expect(lines[0]).toContain(`copied to ${copyPlace}`);
    await server.stop();

    lines.length = 0;
    expect(await runQuery(await startTestServer(dataDir, options), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    expect(lines).toEqual([]);
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['holder', 'pg', 'postgres.log']));
  });

  it('takes over data that root copied or restored', async () => {
    const dataDir = await makeTemporaryDirectory();
    const first = await startTestServer(dataDir);
    await runQuery(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    const restored = await makeTemporaryDirectory();
    await cp(path.join(dataDir, 'pg'), path.join(restored, 'pg'), { recursive: true });
    await chmod(path.join(restored, 'pg'), 0o755);
    expect(await runQuery(await startTestServer(restored), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  it('leaves data in an ordinary user’s folder to that user', async (context) => {
    if (ordinary === undefined) return context.skip('an ordinary user can’t read this checkout');
    const home = await makeTemporaryDirectory();
    await chown(home, ordinary.uid, ordinary.gid);
    const dataDir = path.join(home, 'data');
    const asRoot = startTestProcess({ dataDir });
    await asRoot.waitForLine(/^wrote 1$/);
    await asRoot.kill('SIGTERM');
    const asOwner = startTestProcess({ dataDir, user: ordinary });
    await asOwner.waitForLine(/^wrote 2$/);
    await asOwner.kill('SIGTERM');
    const asRootAgain = startTestProcess({ dataDir });
    await asRootAgain.waitForLine(/^wrote 3$/);
  });

  it('lets an ordinary user start it, with programs that can’t be changed and lack their links', async (context) => {
    if (ordinary === undefined) return context.skip('an ordinary user can’t read this checkout');
    const native = path.join(await makeTemporaryDirectory(0o755), 'native');
    await copyWithoutLinks(native);
    const home = await makeTemporaryDirectory();
    await chown(home, ordinary.uid, ordinary.gid);
    const dataDir = path.join(home, 'data');
    const first = startTestProcess({ dataDir, user: ordinary, nativeDirectory: native });
    await first.waitForLine(/copied to .*data/);
    await first.waitForLine(/^wrote 1$/);
    expect((await stat(path.join(dataDir, 'pg'))).uid).toBe(ordinary.uid);
    await first.kill('SIGKILL');
    const second = startTestProcess({ dataDir, user: ordinary, nativeDirectory: native });
    await second.waitForLine(/^wrote 2$/);
  });

  it('refuses an ordinary user the data of another, in one line', async (context) => {
    if (ordinary === undefined) return context.skip('an ordinary user can’t read this checkout');
    const dataDir = await makeTemporaryDirectory();
    await (await startTestServer(dataDir)).stop();
    expect(await startTestProcess({ dataDir, user: ordinary }).waitForLine(/^failed/)).toMatch(/can't be made or written|belongs to another user/);
  });
});

describe('the small parts', () => {
  it('read permissions as the system does: the owner’s bits for the owner, even when they are fewer', () => {
    expect(permissionsOf({ uid: 1, gid: 1 }, { uid: 1, gid: 2, mode: 0o047 })).toBe(0);
    expect(permissionsOf({ uid: 1, gid: 2 }, { uid: 3, gid: 2, mode: 0o047 })).toBe(4);
    expect(permissionsOf({ uid: 1, gid: 1 }, { uid: 3, gid: 3, mode: 0o047 })).toBe(7);
  });

  it('read the table of users without root and without broken lines', () => {
    expect(parseUsers('root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/no\n+::::::\n\nbad:x:one:2\n')).toEqual([
      { name: 'nobody', uid: 65_534, gid: 65_534 },
    ]);
  });
});
