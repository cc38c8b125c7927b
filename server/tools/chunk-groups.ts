/**
 * Which modules share a file. Few chunks: each costs a request, a line in the precache, and what compression loses. And
 * such that a deploy changes few of them: a file that names another by its hash changes with it.
 */
import type { Rolldown } from 'vite';

type Groups = NonNullable<Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']>;
type Graph = Parameters<Extract<NonNullable<Groups[number]['name']>, (...args: never) => unknown>>[1];

/** What every page needs of others' code, and the loader's own helpers. */
const LIBRARIES =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|zustand|zod)[\\/]|rolldown\/runtime|vite\/preload-helper/;
/** The files that the first script imports, and their styles. */
export const IN_ENTRY = /^assets\/(?:lib|frame|rolldown-runtime)-/;
/** All of the first script but main.tsx and the routes, which name every page's file. */
const FRAME = /[\\/]src[\\/](ui|state|core|bridge|app[\\/](?!routes))/;
/** The device's own store and what it is checked with: the first paint of a player who comes back. */
const STORE =
  /[\\/]src[\\/](data[\\/](?!outbox|old-choices|guest-feedback|receipt-slices|seed-pairs)|core[\\/]contract[\\/](player|headers|primitives|endpoint)\.|core[\\/](day|intent-guard|consent-tags|wallet-items|profile-answer|fairness[\\/](sha256|ascii|draws))\.)|[\\/]node_modules[\\/]idb[\\/]/;
/** Everything that speaks with the platform. */
const CALLS = /[\\/]src[\\/](api|bridge|state|data|core[\\/](contract|outbox))[\\/]|[\\/]node_modules[\\/]comlink[\\/]|sync\.worker/;
/** Whoever speaks with the platform; a rule that one of them needs comes with it, or pages and it would import each other. */
const SPEAKERS = /[\\/]src[\\/](api|bridge|state|data)[\\/]/;
const RULES = /[\\/]src[\\/]core[\\/]/;
/** How rounds are decided: what every game has of it. The rules of a game come with its face. */
const ENGINES = /[\\/]src[\\/]core[\\/](fraction|games[\\/](engine|most-win|stepped))\./;
/** The tables, and what they have in common. */
const TABLES = /[\\/]src[\\/](core[\\/]games[\\/](blackjack(-strategy)?|dice|mines|plinko|roulette)\.|games[\\/]((table|blackjack|dice|mines|plinko|roulette)[\\/]|face\.).*(?<!\.css)$)/;
/** The slots themselves: rules, drawings and names are written alike, and in one file they pack a quarter smaller. */
const THEMES = /[\\/]src[\\/](core[\\/]games[\\/]slots[\\/]|games[\\/](?!slots[\\/]|table[\\/])[a-z-]+[\\/].*(?<!\.css)$)/;
/** What slots have in common, beside the themes. */
const SLOTS = /[\\/]src[\\/](core[\\/]games[\\/]slots[\\/](lines?|slots|theme)\.|games[\\/]slots[\\/](?!words).*(?<!\.css)$)/;
/** What pages with forms and lists of the player have in common. */
const FORMS = /[\\/]src[\\/](ui[\\/]|pages[\\/]shared[\\/](?!profile|bonuses|promotions|use-help|browse|favourites|board|feature)|games[\\/](faces|slots[\\/]words)\.|core[\\/](error-words|safe-next|prose|naira-text|visit|fairness[\\/]nonce-gaps)\.)/;

/**
 * Chunks that are not precached but kept from their first use on: nobody needs them who has never had a connection since.
 * `realm` is the sync on the page, for browsers that let no worker start, `implied` a part of the worker and `pixel` one of
 * the page that few operators switch on; all that these three do is to talk with others. `proof` and its worker work
 * kept rounds out again: the history fetches both when it opens, so that they are there without a connection afterwards.
 * `puzzle` and its worker are asked for by a busy platform alone.
 */
export const ON_FIRST_USE = ['operator', 'realm', 'implied', 'pixel', 'proof', 'check.worker', 'puzzle', 'puzzle.worker', 'framed'] as const;

/** What only the operator's people see and ask for: one file, which no player loads. */
const OPERATOR = /[\\/]src[\\/](pages[\\/](admin[\\/](games|audit|approvals|own-password|people|players|promotions|messages|ListParts|use-focus-after|use-polling|polling)|sign-up[\\/]invitation)|(bridge[\\/]actions|core[\\/]contract)[\\/](admin|approvals|admins|admin-promotions|lookalikes|support-team)\.|core[\\/]games[\\/]newness\.).*(?<!\.css)$/;

/** What bonuses and promotions are made of: small pages, which in files of their own would weigh more than they hold. */
const OFFERS = /[\\/]src[\\/](pages[\\/](promo|bonuses|shared[\\/](bonuses|promotions)|bonus-contribution|temp-(?!header)[a-z-]+)[\\/]|core[\\/](wagering|draw)\.).*(?<!\.css)$/;

/** What the lobby fetches once it stands: the hearts. */
const HEARTS = /[\\/]src[\\/](pages[\\/]shared[\\/]favourites|core[\\/]favourites|state[\\/]favourites)/;
/** A player's own rows, and for guests how it works. */
const LATER = /[\\/]src[\\/]pages[\\/]games[\\/](own|how)[\\/]/;
/** And when it is asked for: search results with filters, games at length, the week's list. */
const BROWSE = /[\\/]src[\\/](pages[\\/]shared[\\/](browse[\\/]|board|FeatureGame|feature-)|(games[\\/](volatility|pitches)|core[\\/]games[\\/]variances))(?!.*\.css$)/;

/**
 * Pages that are alike, together: what they have in common is packed once. None of these files is as heavy as one page may be.
 */
const ENTRIES = /[\\/]src[\\/](pages[\\/](sign-in|sign-up[\\/](?!invitation)|activate-email|reset-password|change-password|admin[\\/](AdminPage|Tabs|words|tabs|use-role)\.|location-restriction)|content[\\/]location-restriction)(?!.*\.css$)/;
const PERSON = /[\\/]src[\\/](pages[\\/](users-sessions|self-exclusion|responsible-gambling)[\\/]|content[\\/]responsible-gambling)(?!.*\.css$)/;
const REFERENCE = /[\\/]src[\\/](pages[\\/](games-history[\\/](?!fairness)|transactions-history[\\/]|nin[\\/])|core[\\/]statement\.)(?!.*\.css$)/;

const ACCOUNT = /[\\/]src[\\/](pages[\\/](profile|edit-profile|temp-header-profile|shared[\\/]profile)[\\/]|core[\\/]phone\.)(?!.*\.css$)/;
/** With the list of all articles; their texts come when one is opened. */
const ADVICE = /[\\/]src[\\/](pages[\\/](help|support-chat|feedback|shared[\\/]use-help-texts)|content[\\/]help(-search)?\.|content[\\/]help[\\/].*\?meta|core[\\/]question-search\.)(?!.*\.css$)/;
const PAPERS = /[\\/]src[\\/](pages[\\/](terms|privacy|about-us)[\\/]|content[\\/](terms|privacy|about-us)\.)/;

/** The check of all kept rounds, and the file with its proof. */
const PROOF =
  /[\\/]src[\\/](pages[\\/]games-history[\\/]fairness[\\/]|bridge[\\/](actions|money)[\\/](check-rounds|round-checker)\.|data[\\/]receipt-slices\.|core[\\/]fairness[\\/]kept-report\.|worker[\\/]check\.worker).*(?<!\.css)$/;

/** What a busy platform makes a device do before it takes a call. */
const PUZZLE = /[\\/]src[\\/](bridge[\\/]platform[\\/]solve-puzzle|core[\\/]proof-of-work|worker[\\/]puzzle\.worker)/;

/** Tells an advertising partner of page views, where there is one and the player agrees. */
const PIXEL = /[\\/]src[\\/]bridge[\\/]pixel/;

/** Around what another provider shows, which nobody sees without a connection: with the calls for it. */
const FRAMED = /[\\/]src[\\/](pages[\\/](game|shared)[\\/]framed[\\/](?!.*\.css$)|core[\\/](frames[\\/]|contract[\\/]frames\.)|bridge[\\/]actions[\\/]frames\.)/;

/** The worker's own modules, as far as the page has them. */
const REALM = /[\\/]src[\\/]worker[\\/](?!(sync|check|puzzle)\.worker)/;

/** What the frame fetches when it is asked for: the figures of a balance, why a session ended, what is offered. */
const ASIDE = /[\\/]src[\\/]app[\\/](layout[\\/](BalanceDetails|balance-words|SessionEnded|signed-out-words|Offers|offer-words))(?!.*\.css$)/;

/** A game's page, with its words and with practice, which needs no connection. */
const PLAY = /[\\/]src[\\/](pages[\\/]game[\\/](?!framed[\\/])|games[\\/](practice|practice-store|sound)\.)(?!.*\.css$)/;

/** What a game's page fetches when it is asked for: its own check of a round, the reality check. */
const ROUNDS = /[\\/]src[\\/](pages[\\/]game[\\/](Fairness|check-rounds|RealityCheck|check-words)|core[\\/]fairness[\\/](receipts|verify-webcrypto)\.)(?!.*\.css$)/;

/** Paying in, but for what asks about a payment that came too late or twice. */
const PAYING_IN = /[\\/]src[\\/](pages[\\/]deposit[\\/](?!HeldChoice|held-|RepeatDialog|repeat-words)|core[\\/]switches\.)(?!.*\.css$)/;
/** Being paid out, but for the choice of a bank account, which comes with the list of banks. */
const PAYING_OUT = /[\\/]src[\\/]pages[\\/]withdraw[\\/](?!Where|NewAccount|BankField|use-enquiry|account-)(?!.*\.css$)/;

/** The list of banks with the page that shows it; whoever adds an account searches in it, too. */
const BANKS = /[\\/]src[\\/](pages[\\/]bank-codes|core[\\/]banks)[\\/](?!.*\.css$)/;

/** A few rules each; in a file of their own they would cost a request each. */
const PAGE_STYLES = /[\\/]src[\\/](ui[\\/]|pages[\\/](?!games[\\/]|shared[\\/]favourites[\\/])|games[\\/]).*\.css$/;

const LOBBY = /[\\/]pages[\\/]games[\\/]GamesPage\.tsx$/;
const BESIDE_LOBBY = /[\\/]src[\\/](?!pages[\\/]games[\\/])/;
/** What every visit starts after its first paint, and what a player's first paint waits for. */
const RUNTIME = /[\\/](bridge[\\/](index|actions[\\/]games)|app[\\/]guide[\\/]start)\.ts$/;

/** What shows messages comes with what sends them. */
const TOASTS = /[\\/]ToastList\.tsx$/;

/** Whether a part of the app can't start without a module. */
function serves(part: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (part.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => serves(part, importer, graph, seen));
}

function callsOrActs(id: string, graph: Graph): 'calls' | 'acts' | null {
  if (TOASTS.test(id)) return 'calls';
  if (!CALLS.test(id) && !(RULES.test(id) && serves(SPEAKERS, id, graph))) return null;
  return serves(RUNTIME, id, graph) ? 'calls' : 'acts';
}

export const CHUNK_GROUPS: Groups = [
  // Changes only when a library does, so that a deploy of ours does not fetch it again.
  { name: 'lib', test: LIBRARIES, priority: 5 },
  // Apart from the entry, which names every page by its hash and so changes with every deploy: pages keep theirs.
  { name: 'frame', tags: ['$initial'], test: FRAME, priority: 3 },
  // The list of games, which the lobby, a category and a game's page show.
  { name: (id, graph) => (serves(LOBBY, id, graph) ? 'shelf' : null), debugName: 'shelf', test: BESIDE_LOBBY, priority: 2 },
  { name: 'hearts', test: HEARTS, priority: 3 },
  { name: 'later', test: LATER, priority: 3 },
  { name: 'browse', test: BROWSE, priority: 3 },
  { name: 'pages', test: PAGE_STYLES, priority: 2 },
  { name: 'store', test: STORE, priority: 1 },
  { name: 'operator', test: OPERATOR, priority: 1 },
  { name: 'offers', test: OFFERS, priority: 2 },
  { name: 'realm', test: REALM, priority: 1 },
  { name: 'pixel', test: PIXEL, priority: 1 },
  { name: 'puzzle', test: PUZZLE, priority: 3 },
  { name: 'framed', test: FRAMED, priority: 3 },
  { name: 'entries', test: ENTRIES, priority: 2 },
  { name: 'person', test: PERSON, priority: 2 },
  { name: 'reference', test: REFERENCE, priority: 2 },
  { name: 'account', test: ACCOUNT, priority: 2 },
  { name: 'advice', test: ADVICE, priority: 2 },
  { name: 'deposit', test: PAYING_IN, priority: 2 },
  { name: 'withdraw', test: PAYING_OUT, priority: 2 },
  { name: 'banks', test: BANKS, priority: 2 },
  { name: 'aside', test: ASIDE, priority: 3 },
  { name: 'rounds', test: ROUNDS, priority: 3 },
  { name: 'play', test: PLAY, priority: 2 },
  { name: 'papers', test: PAPERS, priority: 2 },
  { name: 'proof', test: PROOF, priority: 3 },
  { name: 'engines', test: ENGINES },
  { name: 'slots', test: SLOTS },
  { name: 'tables', test: TABLES },
  { name: 'themes', test: THEMES },
  { name: callsOrActs, debugName: 'calls' },
  { name: 'forms', test: FORMS },
];
