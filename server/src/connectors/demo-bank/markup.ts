/** Markup that is already safe to put on a page. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | null | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? '');
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(textOf).join('');
}

/**
 * Builds markup from a template. Every text in it is escaped, `null` becomes empty, and the items of a list are joined.
 */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: String.raw({ raw: template.raw }, ...parts.map(textOf)) };
}
