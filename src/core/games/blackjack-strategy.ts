/**
 * Best play at these rules of blackjack, for the rules page; the tests derive it from the rules and hold it to this.
 * A row's letters stand for the dealer's open card, 2 … 10 and ace: H hit, S stand, P split, D double or else hit,
 * d double or else stand.
 */
export const BLACKJACK_STRATEGY = {
  /** By points without an ace that counts 11, from 4 on. */
  hard: [
    'HHHHHHHHHH', 'HHHHHHHHHH', 'HHHHHHHHHH', 'HHHHHHHHHH', 'HHHHHHHHHH', 'HDDDDHHHHH', 'DDDDDDDDHH', 'DDDDDDDDDH', 'HHSSSHHHHH',
    'SSSSSHHHHH', 'SSSSSHHHHH', 'SSSSSHHHHH', 'SSSSSHHHHH', 'SSSSSSSSSS', 'SSSSSSSSSS', 'SSSSSSSSSS', 'SSSSSSSSSS',
  ],
  /** By points with such an ace, from 12 on. */
  soft: [
    'HHHHHHHHHH', 'HHHHDHHHHH', 'HHHDDHHHHH', 'HHHDDHHHHH', 'HHDDDHHHHH', 'HDDDDHHHHH', 'SddddSSHHH', 'SSSSSSSSSS', 'SSSSSSSSSS',
  ],
  /** Two cards of one value, where they can be split: aces, twos … tens. */
  pair: [
    'PPPPPPPPPP', 'PPPPPPHHHH', 'PPPPPPHHHH', 'HHHPPHHHHH', 'DDDDDDDDHH', 'PPPPPHHHHH', 'PPPPPPHHHH', 'PPPPPPPPPP', 'PPPPPSPPSS', 'SSSSSSSSSS',
  ],
} as const;
