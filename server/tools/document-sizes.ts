/** Measures the documents of the pages as the host sends them. */
import { CALLERS } from '../../src/core/page-documents';
import type { PageDocument, PageDocuments } from '../../src/core/page-documents';
import { drawDocument } from '../hosting/documents';
import { compressedSize } from './compress';

const SITE_URL = 'https://www.ayo.example';
/** Values as long as those of real games. */
const GAME = { GAME_NAME: 'Calabar Carnival', GAME_ART: '/cdn/games/calabar-carnival.svg', GAME_RETURN: '95.09 %' };
/** The frame for an unknown platform shows the brand's mark alone, so no document in it is the heaviest. */
const MEASURED_CALLERS = CALLERS.filter((caller) => caller !== 'unknown-platform');

interface Heaviest {
  readonly name: string;
  readonly bytes: number;
}

/** Returns the page with the heaviest document, with its compressed bytes; null for an app without any. */
export async function findHeaviestDocument(shell: string, documents: PageDocuments): Promise<Heaviest | null> {
  const weigh = async (page: PageDocument) => {
    const path = page.paths[0] ?? null;
    const parts = { shell, lobby: null, documents, siteUrl: SITE_URL, hasFile: () => true };
    const drawn = MEASURED_CALLERS.map((caller) => drawDocument(parts, { page, caller, path, values: GAME }));
    const sizes = await Promise.all(drawn.map((html) => compressedSize(Buffer.from(html), '.html')));
    return { name: path ?? page.name, bytes: Math.max(...sizes) };
  };
  const all = await Promise.all(documents.pages.map(weigh));
  return all.toSorted((a, b) => b.bytes - a.bytes)[0] ?? null;
}
