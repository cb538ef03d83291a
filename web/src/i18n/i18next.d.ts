import 'i18next';
import type { Catalogue, LaterCatalogue } from './catalogue.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Catalogue & LaterCatalogue;
  }
}
