import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { complaintsAbout, type Complaint } from '../../support/import-fixture';
import { ROOT } from '../../support/stages.mjs';

interface Rule {
  readonly name: string;
}
const require = createRequire(import.meta.url);
const { forbidden } = require('../../../.dependency-cruiser.cjs') as { forbidden: Rule[] };
/** The lowest first. */
const DOMAINS = (require('../../../server/domains.json') as string[]).filter((name) => !name.endsWith('.ts'));
const below = (place: number): string => DOMAINS[place] ?? '';

const from = (what: string) => `import { value } from '${what}';\nexport const mine = value;\n`;
const typeFrom = (what: string) => `import type { Value } from '${what}';\nexport type Mine = Value;\n`;
const lazy = (what: string) => `export const load = () => import('${what}');\n`;

/** Rule, file, what stands in it. Each must be refused. */
const REFUSED: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['core-imports', 'src/core/a.ts', from('../data/store')],
  ['core-imports', 'src/core/b.ts', from('idb')],
  ['core-imports', 'src/core/c.ts', "import { hash } from 'node:crypto';\nexport const mine = hash;\n"],
  ['core-imports', 'src/core/d.ts', typeFrom('../api/client')],
  ['data-imports', 'src/data/a.ts', from('../api/client')],
  ['data-imports', 'src/data/b.ts', from('../state/session')],
  ['api-imports', 'src/api/a.ts', from('../data/store')],
  ['worker-imports', 'src/worker/a.ts', from('../state/session')],
  ['worker-imports', 'src/worker/b.ts', from('../ui/Button')],
  ['sw-imports', 'sw/a.ts', from('../src/worker/poller')],
  ['sw-imports', 'sw/b.ts', from('../src/state/session')],
  ['state-imports', 'src/state/a.ts', from('../bridge/sync-worker')],
  ['state-imports', 'src/state/b.ts', from('../worker/poller')],
  ['state-imports', 'src/state/c.ts', from('react')],
  ['bridge-imports', 'src/bridge/a.ts', from('../ui/Button')],
  ['bridge-imports', 'src/bridge/b.ts', from('../app/layout/Frame')],
  ['ui-imports', 'src/ui/a.ts', from('../state/session')],
  ['ui-imports', 'src/ui/b.ts', from('../bridge/sync-worker')],
  ['ui-imports', 'src/ui/c.ts', from('../core/wagering')],
  ['content-imports', 'src/content/a.ts', from('../ui/Button')],
  ['games-imports', 'src/games/dice/a.ts', from('../../api/client')],
  ['games-imports', 'src/games/dice/b.ts', from('../../pages/help/HelpPage')],
  ['pages-imports', 'src/pages/help/a.ts', from('../../api/client')],
  ['pages-imports', 'src/pages/help/b.ts', from('../../data/store')],
  ['pages-imports', 'src/pages/help/c.ts', from('../../app/layout/Frame')],
  ['pages-imports', 'src/pages/help/d.ts', typeFrom('../../worker/poller')],
  ['app-imports', 'src/app/a.ts', from('../api/client')],
  ['app-imports', 'src/app/b.ts', from('../data/store')],
  ['boot-imports', 'src/a.ts', from('./api/client')],
  ['words-imports', 'src/words/a.ts', from('react')],
  ['words-are-types', 'src/words/b.ts', from('../pages/help/HelpPage')],
  ['server-imports', 'server/a.ts', from('../src/api/client')],
  ['server-imports', 'server/b.ts', typeFrom('../src/state/session')],
  ['server-imports', 'server/c.ts', from('../tests/support/clock')],
  ['foundation-imports', 'server/http/a.ts', from('../ledger/post')],
  ['foundation-imports', 'server/db/a.ts', typeFrom('../platform')],
  ['foundation-imports', 'server/config/a.ts', from('../accounts/names')],
  ['ledger-imports', 'server/ledger/a.ts', from('../gateways/port')],
  ['ledger-imports', 'server/ledger/b.ts', typeFrom('../platform')],
  // Each domain asks the next one above it.
  ...DOMAINS.slice(1).map((above, place) => ['domains-in-order', `server/${below(place)}/up.ts`, from(`../${above}`)] as const),
  ['domains-in-order', 'server/gateways/a.ts', typeFrom('../platform')],
  ['domains-in-order', 'server/platform.ts', typeFrom('./accounts/names')],
  ['domains-in-order', 'server/cashier/c.ts', from('../unlisted')],
  ['domain-by-its-door', 'server/cashier/d.ts', from('../accounts/names')],
  ['domain-by-its-door', 'server/start.ts', typeFrom('./accounts/names')],
  ['only-edges-know-edges', 'server/cashier/b.ts', from('../app')],
  ['only-edges-know-edges', 'server/http/b.ts', typeFrom('../app')],
  ['checker-imports', 'tests/checker/a.ts', from('../../src/core/money')],
  ['checker-imports', 'tests/checker/b.ts', typeFrom('../../server/platform')],
  ['checker-imports', 'tests/checker/c.ts', from('../support/clock')],
  ['checker-imports', 'tests/checker/d.ts', from('zod')],
  ['no-cycles', 'src/core/e.ts', "import { two } from './f';\nexport const one: unknown = two;\n"],
  ['nobody-imports-a-page', 'src/app/layout/a.ts', lazy('../../pages/help/HelpPage')],
  ['nobody-imports-a-page', 'src/bridge/c.ts', from('../pages/help/HelpPage')],
  ['pages-are-apart', 'src/pages/help/e.ts', from('../terms/TermsPage')],
  ['routes-are-lazy', 'src/app/routes.ts', from('../pages/help/HelpPage')],
  ['bridge-starts-the-worker', 'src/bridge/d.ts', from('../worker/poller')],
  ['sync-on-the-page-is-lazy', 'src/bridge/e.ts', from('../worker/realm')],
  ['only-bridge-and-worker-know-comlink', 'src/app/c.ts', from('comlink')],
  ['only-bridge-and-worker-know-comlink', 'src/state/d.ts', from('comlink')],
  ['no-react-outside-the-page', 'sw/c.ts', from('react')],
  ['no-react-outside-the-page', 'src/worker/c.ts', from('react')],
  ['no-react-outside-the-page', 'server/d.ts', from('react')],
  ['zod-mini-only', 'src/core/g.ts', from('zod')],
  ['one-door-to-zod', 'src/core/i.ts', from('zod/mini')],
  ['zod-mini-only', 'server/e.ts', from('zod')],
  ['no-page-libraries-on-the-platform', 'server/f.ts', from('zustand')],
  ['no-test-libraries-in-the-product', 'src/ui/d.ts', from('vitest')],
  ['no-test-libraries-in-the-product', 'server/g.ts', from('vitest')],
  ['resolvable', 'src/core/h.ts', from('./nothing')],
];

/** The other half of the cycle above, which is reported once. */
const CYCLE = { 'src/core/f.ts': "import { one } from './e';\nexport const two: unknown = one;\n" };

/** The entry of each domain; the other snippets import it. */
const DOORS = Object.fromEntries([...DOMAINS, 'unlisted'].map((name) => [`server/${name}/index.ts`, 'export const value = 1;\n']));

/** Imports that the rules allow, in the same forms as the forbidden ones. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/core/zod.ts': from('zod/mini'),
  'src/data/snapshots.ts': from('../core/money') + lazy('idb'),
  'src/api/endpoints.ts': from('../core/money'),
  'src/worker/outbox.ts': from('../data/store') + lazy('comlink'),
  'src/state/balance.ts': from('zustand') + lazy('../api/client'),
  'src/bridge/start.ts': "import url from '../worker/sync.worker?worker&url';\nexport const mine: unknown = url;\n",
  'src/bridge/fallback.ts': lazy('../worker/realm'),
  'src/bridge/types.ts': typeFrom('../worker/poller') + lazy('comlink'),
  'src/ui/Money.tsx': from('../core/money'),
  'src/games/dice/Face.tsx': from('../../bridge/sync-worker') + lazy('../../core/wagering'),
  'src/pages/deposit/DepositPage.tsx': from('../../state/session') + lazy('../../games/dice/Dice'),
  'src/pages/deposit/Amount.tsx': from('../../ui/Button') + lazy('../../content/list'),
  'src/app/routes/table.ts': lazy('../../pages/deposit/DepositPage'),
  'src/main.tsx': from('./app/layout/Frame') + lazy('react'),
  'sw/sw.ts': from('workbox-routing') + lazy('../src/data/store'),
  'server/ledger/c.ts': from('../db/pool') + lazy('../../src/core/money'),
  'server/place/routes.ts': typeFrom('../platform'),
  'server/cashier/a.ts': from('../ledger/post') + lazy('../db/pool'),
  ...Object.fromEntries(DOMAINS.slice(1).map((above, place) => [`server/${above}/down.ts`, from(`../${below(place)}`) + lazy('../platform')])),
  'server/accounts/a.ts': from('./names'),
  'server/tools/a.ts': from('../app') + lazy('../accounts'),
  'server/main.ts': from('../src/core/money') + lazy('fastify'),
  'tests/checker/round.ts': 'export const value = 1;\n',
  'tests/checker/check.ts': from('./round') + lazy('node:crypto'),
  'tests/unit/a.test.ts': from('../checker/check') + lazy('vitest'),
  'tests/unit/b.test.ts': from('vitest') + lazy('../../server/accounts/names'),
};

describe('who may import whom', () => {
  let found: readonly Complaint[] = [];
  beforeAll(async () => {
    const refused = Object.fromEntries(REFUSED.map(([, file, text]) => [file, text]));
    found = await complaintsAbout({ ...DOORS, ...refused, ...CYCLE, ...ALLOWED });
  });

  it.each(REFUSED)('%s bites in %s', (rule, file) => {
    expect(found).toContainEqual({ rule, from: file });
  });

  it('every rule has a snippet here that it refuses', () => {
    expect([...new Set(REFUSED.map(([rule]) => rule))].sort()).toEqual([...new Set(forbidden.map(({ name }) => name))].sort());
  });

  it('every folder of the platform is on one floor, but that of the configurations, which has no code', () => {
    const folders = readdirSync(join(ROOT, 'server'), { withFileTypes: true }).filter((each) => each.isDirectory() && each.name !== 'deploy');
    expect(readdirSync(join(ROOT, 'server/deploy'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.[cm]?[jt]sx?$/.test(name))).toEqual([]);
    const others = ['config', 'db', 'http', 'place', 'rate-limits', 'ledger', 'tools', 'hosting', 'metrics'];
    expect(folders.map(({ name }) => name).sort()).toEqual([...DOMAINS, ...others].sort());
  });

  it.each(Object.keys(ALLOWED))('nothing is said about %s', (file) => {
    expect(found.filter((complaint) => complaint.from === file)).toEqual([]);
  });
});
