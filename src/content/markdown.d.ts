declare module '*.md' {
  import type { Block, ContentMeta } from '../core/prose';

  export const meta: ContentMeta;
  export const blocks: Block[];
}

/** The front matter alone, for lists that must not carry every text. */
declare module '*.md?meta' {
  import type { FrontMatter } from '../core/prose';

  export const meta: FrontMatter;
}
