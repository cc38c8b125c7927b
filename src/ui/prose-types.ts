export type { Block, ContentMeta, ContentPage, Inline, Section } from '../core/prose';
