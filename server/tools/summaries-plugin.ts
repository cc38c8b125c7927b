/** Takes the summaries of calls out of the app's scripts: they are for the document that the server makes, and every player would load them. */
import type { Plugin } from 'vite';

const CONTRACT = /\/src\/core\/contract\/[^/]+\.ts$/;
const SUMMARY = /^ {2}summary: '(?:[^'\\]|\\.)*',$/gm;

/** The line stays, so that a message of the build names the right one. */
export const withoutSummaries = (code: string): string => code.replace(SUMMARY, '');

/** Makes the plugin for one build. */
export function summariesPlugin(): Plugin {
  return {
    name: 'ayo-without-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: { filter: { id: CONTRACT }, handler: (code) => ({ code: withoutSummaries(code), map: null }) },
  };
}
