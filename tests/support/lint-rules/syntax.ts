/** The parts of a syntax tree (ESTree) that our rules read; each kind of node has some of them. */
export interface SyntaxNode {
  readonly type: string;
  readonly loc: Span;
  readonly parent: SyntaxNode | null;
  /** Text in an identifier, a node in an attribute of JSX. */
  readonly name?: string | SyntaxNode;
  readonly object?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  readonly left?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly init?: SyntaxNode | null;
  readonly key?: SyntaxNode;
  readonly operator?: string;
  /** A literal's value, or `raw` and `cooked` in a piece of a template. */
  readonly value?: unknown;
  /** In a literal that is a regular expression. */
  readonly regex?: object;
}

/** Lines count from 1, columns from 0. */
export interface Span {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** Called with each node of the kind that is its name. */
export type Visitor = Readonly<Record<string, (node: SyntaxNode) => void>>;

export interface RuleContext {
  readonly sourceCode: {
    readonly text: string;
    readonly lines: readonly string[];
    getAllComments(): readonly { readonly value: string; readonly loc: Span }[];
  };
  report(complaint: { readonly message: string } & ({ readonly node: SyntaxNode } | { readonly loc: Span })): void;
}

export interface Rule {
  create(context: RuleContext): Visitor;
}
