import { AGREEMENT } from './agreement.ts';
import { KVKK } from './kvkk.ts';
import type { LegalText } from './legal-text.ts';
import { PRIVACY } from './privacy.ts';
import { REFUND } from './refund.ts';
import { RETENTION } from './retention.ts';

export { type LegalSection, type LegalText, type LegalWording, legalBytes } from './legal-text.ts';

/** The legal texts in force. A changed wording needs a new version, date and SHA-256; a test says so. */
export const LEGAL_TEXTS = {
  privacy: {
    ...PRIVACY,
    version: '2',
    date: '2026-11-21',
    sha256: 'd3d5daacacff24bbdba27774d723cb08cd00c47afe281739c15f77bfb6a2a0ef',
  },
  kvkk: {
    ...KVKK,
    version: '1',
    date: '2026-11-21',
    sha256: 'a47b07d8b5dd98d4d25b08d02203e3076651e11dd3f1fe2006b7e8e380c0fd03',
  },
  retention: {
    ...RETENTION,
    version: '2',
    date: '2026-11-21',
    sha256: '804d184f122b88ece6b36a562e3a235056a9021e8beef8647dbe1c0aea90abce',
  },
  agreement: {
    ...AGREEMENT,
    version: '1',
    date: '2026-11-21',
    sha256: 'a9d91686fa71cf6221013176b69cfdcb03988c09ee433109ec5e012cd0584c23',
  },
  refund: {
    ...REFUND,
    version: '1',
    date: '2026-11-21',
    sha256: 'eee1b6657431748062baa9d298a6035f855c6a94a6f4f844c2b6f05f566cab27',
  },
} as const satisfies Record<string, LegalText>;

/** The name of a legal text. */
export type LegalTextName = keyof typeof LEGAL_TEXTS;
