import { http, secret, setting, text } from '../../platform/settings.ts';
import { declareProvider } from '../adapter.ts';

/** The entry of iyzico in the register. */
export const iyzico = declareProvider({
  packages: ['zod/mini'],
  family: 'IYZICO_',
  settings: {
    url: setting('IYZICO_URL', http, null, 'address of iyzico'),
    apiKey: setting('IYZICO_API_KEY', text, null, 'iyzico key', secret),
    secretKey: setting('IYZICO_SECRET_KEY', text, null, "iyzico key's secret", secret),
  },
  required: ['url', 'apiKey', 'secretKey'],
  async open({ clock }, access) {
    const { createIyzico } = await import('./iyzico.ts');
    return { provider: createIyzico({ ...access, clock }), part: null };
  },
});
