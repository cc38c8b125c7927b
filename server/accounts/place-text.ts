/** Describes a session's place and network precisely enough for its player, and vaguely for anybody else who sees the screen. Pure. */
import { NIGERIA_STATES } from '../../src/core/nigeria-states';
import type { RequestPlace } from './request-place';

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** The first 32 bits of an IPv6 address name the network's owner. */
const SHOWN_GROUPS = 2;

/** Formats a place as "Lagos, Nigeria"; null where the country is unknown. */
export function formatPlace({ country, region }: RequestPlace): string | null {
  const name = country === null ? undefined : countryName(country);
  if (name === undefined) return null;
  const state = country === 'NG' ? stateName(region) : undefined;
  return state === undefined ? name : `${state}, ${name}`;
}

function countryName(country: string): string | undefined {
  return /^[A-Z]{2}$/.test(country) ? COUNTRY_NAMES.of(country) : undefined;
}

function stateName(region: string | null): string | undefined {
  return Object.entries(NIGERIA_STATES).find(([code]) => code === region)?.[1];
}

/** Formats a network as `102.89.x.x` or `2c0f:f5c0:x`; an empty string for an invalid address. */
export function formatNetwork(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/i.exec(address);
  if (v4 !== null) return `${v4[1] ?? ''}.${v4[2] ?? ''}.x.x`;
  const bare = address.split('%')[0]?.toLowerCase() ?? '';
  if (!/^[0-9a-f:]*:[0-9a-f:]*$/.test(bare)) return '';
  const groups = (bare.split('::')[0] ?? '').split(':').filter((group) => group !== '');
  const shownGroups = [...groups, ...Array<string>(SHOWN_GROUPS).fill('0')].slice(0, SHOWN_GROUPS);
  return `${shownGroups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}:x`;
}
