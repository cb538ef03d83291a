import { DAY_MS, forEachLanguage, type Language, LIMITS, ROUTES } from '@rasat/contract';
import { findUnfit, type Texts } from '../texts.ts';
import type { NewMessage } from './calls.ts';

/** Draft of a message. */
export interface MessageDraft {
  readonly list: NewMessage['list'];
  readonly texts: Texts;
  /** Address of the message's link; empty for no link. */
  readonly link: string;
}

/** Why a message cannot be sent: the text of a language, or the link. */
export type MessageFault =
  | { readonly at: 'text'; readonly language: Language }
  | { readonly at: 'link' };

/** Empty draft. */
export const EMPTY_MESSAGE: MessageDraft = {
  list: 'platform',
  texts: forEachLanguage(() => ''),
  link: '',
};

const LINK = ROUTES.adminSendMessage.body.shape.link;

/** Finds the first fault of a message; null for a message that can be sent. */
export function findMessageFault({ texts, link }: MessageDraft): MessageFault | null {
  const language = findUnfit(texts, LIMITS.message);
  if (language !== null) return { at: 'text', language };
  return link.trim() === '' || LINK.safeParse(link).success ? null : { at: 'link' };
}

/** Returns the body of the call: sent now when `at` is null, else at that moment. */
export function messageOf(
  { list, texts, link }: MessageDraft,
  at: number | null,
  code: string,
): NewMessage {
  return {
    list,
    texts: forEachLanguage((language) => texts[language].trim()),
    link: link.trim() === '' ? null : link.trim(),
    at,
    code,
  };
}

/** Returns whether a message may be scheduled for a moment: in the future, within a year. */
export function mayAppearAt(timeMs: number | null, nowMs: number): boolean {
  return timeMs !== null && timeMs > nowMs && timeMs <= nowMs + LIMITS.messageAheadDays * DAY_MS;
}

/** Reads a stored draft; null when it is invalid. */
export function readMessage(kept: unknown): MessageDraft | null {
  if (!isRecord(kept) || !isRecord(kept.texts) || typeof kept.link !== 'string') return null;
  const { list, link } = kept;
  const { tr, az, en } = kept.texts;
  if (list !== 'platform' && list !== 'class') return null;
  if (typeof tr !== 'string' || typeof az !== 'string' || typeof en !== 'string') return null;
  return { list, texts: { tr, az, en }, link };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
