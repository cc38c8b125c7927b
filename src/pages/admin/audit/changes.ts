/** Puts a line of the audit trail into words. Pure. A name that this build does not know is written as it came. */
import type { AuditItem } from '../../../core/contract/admin';
import { formatNaira, kobo, nairaToKobo } from '../../../core/money';
import { dateTime } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { percentPlain } from '../../../games/facts';
import { words } from './words';

/** Ids of games with the names they have now. */
export type GameNames = ReadonlyMap<string, string>;

export interface AuditWords {
  /** The text that follows the admin's name: "changed the game Dice". */
  readonly action: string;
  /** One text for each field that changed. */
  readonly changes: readonly string[];
  /** Id of the player whom the line is about, if it is about one. */
  readonly playerId: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** The subject of these actions is the id of a promotion. People can read that id, so the text names it. */
const OF_PROMOTIONS: ReadonlySet<string> = new Set(['promotion-changed', 'promotion-proposed', 'proposal-withdrawn']);
/** The subject of these actions is the id of a player. */
const OF_PLAYERS = /^(?:player|two-persons|identity)-/;
/** These name the player, to whose page the line has a link. */
const PLAYER_FIELDS: ReadonlySet<string> = new Set(['player', 'userId']);
/** The subject of this action is the id of a game. */
const RULES_CHANGED = 'rules-changed';
const SHOWN_GAMES = 5;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {});
const writtenOut = (id: string): string => id.replaceAll('-', ' ');
const wordFor = (table: Readonly<Record<string, string>>, key: string): string => entryOf(table, key) ?? writtenOut(key);

function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.length === 0 ? words.nothing : value.join(', ');
  if (typeof value === 'number' && field === 'contribution') return percentPlain(value);
  if (field === 'amount' && Number.isSafeInteger(value)) return formatNaira(kobo(Number(value)));
  if (field === 'state' && typeof value === 'string') return wordFor(words.states, value);
  const inKobo = field === 'minStake' || field === 'maxStake' ? nairaToKobo(value) : null;
  if (inKobo !== null) return formatNaira(inKobo);
  if (typeof value === 'string') return INSTANT.test(value) ? dateTime(Date.parse(value)) : value;
  return JSON.stringify(value);
}

/** A correction names its player twice: as its subject too, where it is about a balance. */
const isAboutPlayer = ({ about, userId }: Fields): boolean => about === `player:${String(userId)}`;

function playerOf({ action, subject }: AuditItem, fields: Fields): string | null {
  if (OF_PLAYERS.test(action)) return subject;
  const named = fields['player'] ?? ('about' in fields ? fields['userId'] : null);
  return typeof named === 'string' ? named : null;
}

function withoutPlayer(fields: Fields): Fields {
  const rest = Object.entries(fields).filter(([name]) => !PLAYER_FIELDS.has(name) && (name !== 'about' || !isAboutPlayer(fields)));
  return Object.fromEntries(rest);
}

function changesOf(before: Fields, after: Fields): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => {
      const what = wordFor(words.fields, name);
      const now = valueWords(name, after[name]);
      return name in before ? words.changed(what, valueWords(name, before[name]), now) : words.set(what, now);
    });
}

function orderWords(after: Fields, names: GameNames): readonly string[] {
  const order = Array.isArray(after['order']) ? after['order'].map((id) => names.get(String(id)) ?? String(id)) : [];
  const more = order.length - SHOWN_GAMES;
  return [words.moved(order.slice(0, SHOWN_GAMES).join(', ')) + (more > 0 ? words.movedMore(more) : '')];
}

/** Describes a change of a game. If it only switched the game on or off, the text says just that. */
function gameWords({ subject }: AuditItem, before: Fields, after: Fields, names: GameNames): Omit<AuditWords, 'playerId'> {
  const name = names.get(subject) ?? (typeof after['name'] === 'string' ? after['name'] : subject);
  const changes = changesOf(before, after);
  const isSwitch = changes.length === 1 && before['enabled'] !== after['enabled'];
  if (!isSwitch) return { action: `${wordFor(words.actions, 'game-changed')} ${name}`, changes };
  return { action: `${after['enabled'] === true ? words.switchedOn : words.switchedOff} ${name}`, changes: [] };
}

export function auditWords(item: AuditItem, names: GameNames): AuditWords {
  const [before, after] = [fieldsOf(item.before), fieldsOf(item.after)];
  const playerId = playerOf(item, { ...before, ...after });
  if (item.action === 'game-changed') return { ...gameWords(item, before, after, names), playerId };
  const action = wordFor(words.actions, item.action);
  const changes = playerId === null ? changesOf(before, after) : changesOf(withoutPlayer(before), withoutPlayer(after));
  if (item.action === RULES_CHANGED) return { action: `${action} ${names.get(item.subject) ?? item.subject}`, changes, playerId };
  if (item.action === 'games-ordered') return { action, changes: orderWords(after, names), playerId };
  return { action: OF_PROMOTIONS.has(item.action) ? `${action} ${writtenOut(item.subject)}` : action, changes, playerId };
}
