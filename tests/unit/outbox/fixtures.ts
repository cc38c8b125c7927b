/** For every kind of the outbox: what the tests that each kind must pass put into it. A kind without one fails them. */
import type { OutboxBody, OutboxKindName } from '../../../src/core/outbox/all-kinds';
import type { PlayerKindName } from '../../../src/core/outbox/kinds';

export interface Fixture<K extends OutboxKindName> {
  /** About two different things, so that both wait beside each other. */
  readonly bodies: readonly [OutboxBody<K>, unknown];
  /** The kind of the second, where everything of this kind is about one thing. */
  readonly secondKind?: PlayerKindName;
  /** Takes the place of the first, where a later choice does; null where nothing can. */
  readonly replacement: OutboxBody<K> | null;
}

const hash = (digit: string) => digit.repeat(64);

export const FIXTURES: { readonly [K in OutboxKindName]: Fixture<K> } = {
  'give-consent': { bodies: [{ tag: 'sms' }, { tag: 'emailmarketing' }], replacement: { tag: 'sms' } },
  'withdraw-consent': { bodies: [{ tag: 'sms' }, { tag: 'emailmarketing' }], replacement: { tag: 'sms' } },
  'edit-profile': {
    bodies: [{ version: 3, base: { lastname: 'Obi' }, patch: { lastname: 'Eze' } }, { tag: 'sms' }],
    secondKind: 'give-consent',
    replacement: { version: 3, base: { lastname: 'Obi' }, patch: { lastname: 'Bello' } },
  },
  'lower-limit': {
    bodies: [{ kind: 'deposit', period: 'day', amount: 5_000 }, { kind: 'stake', period: 'day', amount: 5_000 }],
    replacement: { kind: 'deposit', period: 'day', amount: 2_000.5 },
  },
  'edit-game': {
    bodies: [
      { gameId: 'dice', name: 'Dice', version: 3, base: { contribution: 0.1 }, patch: { contribution: 0.2 } },
      { gameId: 'mines', name: 'Mines', version: 1, base: { enabled: true }, patch: { enabled: false } },
    ],
    replacement: { gameId: 'dice', name: 'Dice', version: 3, base: { contribution: 0.1 }, patch: { contribution: 0.3 } },
  },
  'order-games': {
    bodies: [{ version: 3, order: ['dice', 'mines'] }, { gameId: 'mines', name: 'Mines', version: 1, base: { enabled: true }, patch: { enabled: false } }],
    secondKind: 'edit-game',
    replacement: { version: 3, order: ['mines', 'dice'] },
  },
  exclude: { bodies: [{ length: '7-days' }, { tag: 'sms' }], secondKind: 'give-consent', replacement: { length: '1-year' } },
  favourite: { bodies: [{ gameId: 'adire-gold' }, { gameId: 'dice' }], replacement: { gameId: 'adire-gold' } },
  'no-favourite': { bodies: [{ gameId: 'adire-gold' }, { gameId: 'dice' }], replacement: { gameId: 'adire-gold' } },
  'send-message': { bodies: [{ id: 'one', text: 'Where is it?' }, { id: 'two', text: 'It is here.' }], replacement: null },
  'send-feedback': {
    bodies: [
      { id: 'one', category: 'idea', text: 'More drums.', picture: { type: 'image/webp', base64: 'A'.repeat(200_000) } },
      { id: 'two', category: 'money', text: 'Faster.' },
    ],
    replacement: null,
  },
  'guest-feedback': {
    bodies: [{ id: 'guest-feedback-one', category: 'idea', text: 'More drums.', email: 'ada@mail.example' }, { id: 'guest-feedback-two', category: 'money', text: 'Faster.' }],
    replacement: null,
  },
  revocation: { bodies: [{ hash: hash('a') }, { hash: hash('b') }], replacement: null },
};
