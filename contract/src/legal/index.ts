import { AGREEMENT } from './agreement.ts';
import { KVKK } from './kvkk.ts';
import type { LegalText } from './legal-text.ts';
import { PRIVACY } from './privacy.ts';
import { REFUND } from './refund.ts';
import { RETENTION } from './retention.ts';

export { type LegalSection, type LegalText, type LegalWording, legalBytes } from './legal-text.ts';

/** The legal texts in force. A changed wording needs a new version, date and SHA-256; a test checks it. */
export const LEGAL_TEXTS = {
  privacy: {
    ...PRIVACY,
    version: '3',
    date: '2026-11-23',
    sha256: '872887c564cbaad4c3310aec6b28d115742ce783453693284075e95e951957dd',
  },
  kvkk: {
    ...KVKK,
    version: '1',
    date: '2026-11-21',
    sha256: 'a47b07d8b5dd98d4d25b08d02203e3076651e11dd3f1fe2006b7e8e380c0fd03',
  },
  retention: {
    ...RETENTION,
    version: '3',
    date: '2026-11-23',
    sha256: 'ae7e6dd5bc64263821d255d6b7965678a420d0f8d2a1e1c2db684c9af762d4ce',
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
