/**
 * The versions of the rules that this build plays: the SHA-256 of each game's par sheet. Written by `npm run games:sheets`; a test
 * compares them with the rules.
 */
export const RULES_VERSIONS: Readonly<Record<string, string>> = {
  'adire-gold': '60feb6b01553e976c7f3afe2065c6eef3ef90a80a2398707dc082e12c470c83d',
  'lagos-nights': '1909cad4a5d57514be2c42310ae0b4c26d8029c1ff4cb596edd5ae2343747cad',
  'talking-drum': '0a44565e5b2c7edd9a6ad24deddbb58c07c5a53f2a579442b86b6aaff47248ff',
  'calabar-carnival': 'a4974e2ff2a37664c9739f3eefcec4ee4a08ed7627472bc4de0b98bfb7d2b34f',
  harmattan: 'cd9f19efaa2d786512cbf22629c169bf6608937852b7d239e329dc6412204ad6',
  'zuma-rock': 'd5f8a760237e4c72cd593099549f1763f3cda3b5c59b253abb68778ded7de0a1',
  'nollywood-reel': 'e9eaa40458e8f422df7fa9e3db58b1797255b69b5542626a8d762030b88d7dc5',
  'suya-spot': 'b844cc91534aaf8533c1709b6612d5bea751c1bf4c919272abb2b65f92586c84',
  roulette: '60c7e72c8284b4d8483e9e8545255e065f0ee0aaf1adf5f5e599deece295f4fb',
  dice: '78baf2969c241b1616aa7843315c11e8ed289bcc4d343bc15f48e4984e0dd6b4',
  plinko: '327f68b14ff48d124f28362d4919a361d33050e5cb9d27a70e064d0541f23148',
  mines: '2bdc0a15d9cd0d41068997f03eb5d81b8da99a0dfb34e52712bd89b02a66e8ee',
  blackjack: '13c0e09b2ee67f8ef1958facc508bd03c0087736b1ff8517f05b8ee4ec12feb3',
};
