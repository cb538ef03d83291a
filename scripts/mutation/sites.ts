import { parseSync } from 'vite';

/** Kinds of changes of a source. */
export const KINDS = [
  'condition negated',
  'comparison shifted',
  'constant changed',
  'call dropped',
  'arguments swapped',
  'text key swapped',
] as const;

/** Kind of a change. */
export type Kind = (typeof KINDS)[number];

/** Change of one place in one file. */
export interface Mutant {
  readonly file: string;
  readonly kind: Kind;
  /** Start and end of the replaced text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
  /** Line of the start, from 1. */
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const SHIFTED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};

/** Types are erased before the program runs: a change in them cannot be a fault. */
const TYPES = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/;
/** Name of the function that reads a text of the web. */
const READS_TEXT = /^t$/;

/** Returns every possible mutant of a source, in source order. */
export function listMutants(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  const keys: Node[] = [];
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const add = (kind: Kind, node: { start: number; end: number }, replacement: string): void => {
    const { start, end } = node;
    const line = source.slice(0, start).split('\n').length;
    const original = source.slice(start, end);
    if (original !== replacement) {
      found.push({ file, kind, start, end, original, replacement, line });
    }
  };
  const visit = (node: Node): void => {
    if (TYPES.test(node.type) || node.type === 'ImportDeclaration') return;
    listChanges(node, add, textOf);
    const key = textKeyOf(node);
    if (key) keys.push(key);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program as unknown as Node);
  // A key is replaced by the next different one of the file: a text that exists, in the wrong place.
  for (const [at, key] of keys.entries()) {
    const other = [...keys.slice(at + 1), ...keys.slice(0, at)].find(
      (one) => textOf(one) !== textOf(key),
    );
    if (other) add('text key swapped', key, textOf(other));
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Returns the source with one place changed. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

function listChanges(
  node: Node,
  add: (kind: Kind, node: { start: number; end: number }, replacement: string) => void,
  textOf: (node: Node) => string,
): void {
  switch (node.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node;
      add('condition negated', test, `!(${textOf(test)})`);
      break;
    }
    case 'LogicalExpression': {
      const { left, operator } = node as unknown as { left: Node; operator: string };
      if (operator !== '??') add('condition negated', left, `!(${textOf(left)})`);
      break;
    }
    case 'BinaryExpression': {
      const { left, right, operator } = node as unknown as {
        left: Node;
        right: Node;
        operator: string;
      };
      const shifted = SHIFTED[operator];
      if (shifted === undefined) break;
      add('comparison shifted', node, `${textOf(left)} ${shifted} ${textOf(right)}`);
      break;
    }
    case 'Literal':
      if (typeof node.value === 'number') {
        add('constant changed', node, node.value === 0 ? '1' : `(${textOf(node)} * 2 + 1)`);
      }
      if (typeof node.value === 'boolean') add('constant changed', node, String(!node.value));
      break;
    case 'ExpressionStatement': {
      const dropped = callOf(node.expression as Node);
      if (dropped) add('call dropped', node, ';');
      break;
    }
    case 'CallExpression': {
      const [first, second] = node.arguments as Node[];
      if (!first || !second || [first, second].some(({ type }) => type === 'SpreadElement')) break;
      const pair = { start: first.start, end: second.end };
      add('arguments swapped', pair, `${textOf(second)}, ${textOf(first)}`);
      break;
    }
  }
}

/** Returns the call of a statement that consists only of it; null for any other node. */
function callOf(node: Node): Node | null {
  if (node.type === 'CallExpression') return (node.callee as Node).type === 'Super' ? null : node;
  if (node.type === 'AwaitExpression') return callOf(node.argument as Node);
  if (node.type === 'UnaryExpression' && node.operator === 'void') {
    return callOf(node.argument as Node);
  }
  return null;
}

/** Returns the literal text key that a call reads: the first argument of `t('account.title')`. */
function textKeyOf(node: Node): Node | null {
  if (node.type !== 'CallExpression') return null;
  const callee = node.callee as Node;
  const key = (node.arguments as Node[])[0];
  const name = callee.type === 'Identifier' ? String(callee.name) : '';
  const isText = key?.type === 'Literal' && typeof key.value === 'string';
  return READS_TEXT.test(name) && isText ? key : null;
}

function childrenOf(node: Node): Node[] {
  // A property's name is not a value.
  const isNamed = 'key' in node && node.computed === false;
  return Object.entries(node)
    .filter(([name]) => !isNamed || name !== 'key')
    .map(([, value]) => value)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(
      (value): value is Node => value !== null && typeof value === 'object' && 'type' in value,
    );
}
