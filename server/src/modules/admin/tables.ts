import type { Language } from '@rasat/contract';
import type { GeneratedAlways } from 'kysely';

/** Action in the back office; never changed. */
export interface AuditTable {
  id: GeneratedAlways<number>;
  at: number;
  admin_uid: string;
  action: string;
  subject: string;
  detail: unknown;
  ip: string;
}

/** Contents of the landing page as saved once; never changed. */
export interface SiteContentTable {
  id: GeneratedAlways<number>;
  content: unknown;
  saved_at: number;
}

/** Text of the site's own pages as the owner saved it once; never changed. */
export interface SiteTextTable {
  id: GeneratedAlways<number>;
  name: string;
  language: Language;
  body: string;
  saved_at: number;
}

/** Tables of this module. */
export type AdminTables = {
  audit: AuditTable;
  site_content: SiteContentTable;
  site_text: SiteTextTable;
};
