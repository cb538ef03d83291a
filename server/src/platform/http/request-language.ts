import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_LANGUAGE, findLanguage, type Language } from '@rasat/contract';

/**
 * Returns the language of a request: that of its cookie, else the browser's first preferred language that the site has,
 * else Turkish.
 */
export function requestLanguage(headers: IncomingHttpHeaders): Language {
  const kept = /(?:^|; *)lang=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', weight = 'q=1'] = entry.trim().split(/ *; */);
      return { tag: tag.slice(0, 2).toLowerCase(), weight: Number(weight.replace(/^q=/, '')) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  return (
    [kept, ...wanted].map(findLanguage).find((found) => found !== undefined) ?? DEFAULT_LANGUAGE
  );
}
