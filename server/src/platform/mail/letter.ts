import type { Language } from '@rasat/contract';
import { type MailParts, mailLayout } from './layout.ts';
import type { Mail } from './mail.ts';

/** The recipient of a mail. */
export interface Reader {
  readonly mail: string;
  readonly name: string;
  readonly language: Language;
}

const GREETINGS: Readonly<Record<Language, (name: string) => string>> = {
  tr: (name) => `Merhaba ${name},`,
  az: (name) => `Salam, ${name}!`,
  en: (name) => `Hello ${name},`,
};

/** Composes a mail that greets its reader by name. The title is its subject, and a code makes it secret. */
export function composeLetter(
  { mail: to, name, language }: Reader,
  template: string,
  parts: Omit<MailParts, 'language'>,
): Mail {
  const paragraphs = [GREETINGS[language](name), ...parts.paragraphs];
  const layout = mailLayout({ ...parts, paragraphs, language });
  return { to, template, subject: parts.title, ...layout, carriesSecret: parts.code !== undefined };
}
