/** Builds the archive of a player: reads the database page by page and writes into a file that is already unlinked. */
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { transaction } from '../../db/transaction';
import { newId } from '../../ids';
import type { Platform } from '../../platform';
import { BYTE_ORDER_MARK, csvLine } from './csv-cells';
import type { Row } from './csv-cells';
import { writeReadme } from './readme';
import { SECTIONS } from './sections';
import type { Section } from './section';
import { createZipFile } from './zip-file';
import type { ZipFile } from './zip-file';

/** The number of rows in memory at a time. */
export const ARCHIVE_PAGE = 500;

export interface BuiltArchive {
  /** The caller reads it from its beginning and closes it, which deletes the file. */
  readonly handle: FileHandle;
  readonly bytes: number;
}

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes'>;

/**
 * Builds the archive in one transaction, so that all of it shows the same moment. The transaction has ended when this resolves,
 * so a player's slow download keeps no connection to the database.
 */
export async function buildArchive(platform: Deps, userId: string): Promise<BuiltArchive> {
  const handle = await openUnlinkedFile(platform);
  try {
    return { handle, bytes: await writeArchive(handle, platform, userId) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens a file that only this process can read, and unlinks it at once, so that none of the player's data can stay on the disk. */
async function openUnlinkedFile(platform: Deps): Promise<FileHandle> {
  const name = path.join(tmpdir(), `ayo-archive-${newId(platform)}`);
  const handle = await open(name, 'wx+', 0o600);
  await unlink(name);
  return handle;
}

async function writeArchive(handle: FileHandle, { pool, now }: Deps, userId: string): Promise<number> {
  const at = now();
  const zip = createZipFile(handle, at);
  // The transaction must run once only, because a repetition would write parts of the file twice.
  await transaction(
    pool,
    async (tx) => {
      const counts = new Map<Section, number>();
      for (const section of SECTIONS) counts.set(section, await writeSection(tx, zip, section, userId));
      await zip.begin('readme.txt');
      await zip.write(writeReadme(counts, at));
    },
    { isolation: 'repeatable read', readOnly: true, attempts: 1 },
  );
  return zip.end();
}

async function writeSection(tx: PoolClient, zip: ZipFile, section: Section, userId: string): Promise<number> {
  await zip.begin(section.file);
  const { head, line, foot } = fileFormat(section);
  await zip.write(head);
  let rows = 0;
  for await (const page of readPages(tx, section.sql, userId)) {
    await zip.write(page.map((row, index) => line(row, rows + index === 0)).join(''));
    rows += page.length;
  }
  await zip.write(foot);
  return rows;
}

/** Reads the rows of a query through a cursor, one page at a time. */
async function* readPages(tx: PoolClient, sql: string, userId: string): AsyncGenerator<Row[]> {
  await tx.query(`DECLARE archive_rows NO SCROLL CURSOR FOR ${sql}`, [userId]);
  for (;;) {
    const { rows } = await tx.query<Row>(`FETCH ${ARCHIVE_PAGE} FROM archive_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < ARCHIVE_PAGE) break;
  }
  await tx.query('CLOSE archive_rows');
}

interface FileFormat {
  readonly head: string;
  readonly line: (row: Row, isFirst: boolean) => string;
  readonly foot: string;
}

function fileFormat(section: Section): FileFormat {
  switch (section.format) {
    case 'csv': {
      const cells = Object.values(section.columns);
      return { head: BYTE_ORDER_MARK + csvLine(Object.keys(section.columns)), line: (row) => csvLine(cells.map((cell) => cell(row))), foot: '' };
    }
    case 'list':
      return { head: '[', line: (row, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(section.toJson(row))}`, foot: '\n]\n' };
    case 'object':
      return { head: '', line: (row) => `${JSON.stringify(section.toJson(row), null, 2)}\n`, foot: '' };
  }
}
