import type { Config } from '../../platform/config.ts';
import { StartError } from '../../platform/start-error.ts';

/**
 * Holds the settings of payments against each other: the demo bank takes no money and so belongs to the bundled database
 * alone; iyzico needs its keys, somebody who sells, and https. Throws `StartError` with one sentence a line.
 */
export function assertProvider(config: Config): void {
  const wrong: string[] = [];
  if (config.paymentProvider === 'demo-bank' && config.databaseUrl !== null) {
    wrong.push('PAYMENT_PROVIDER: demo-bank takes no money; with DATABASE_URL choose iyzico.');
  }
  if (config.paymentProvider === 'iyzico') {
    const needed = {
      IYZICO_URL: config.iyzicoUrl,
      IYZICO_API_KEY: config.iyzicoApiKey,
      IYZICO_SECRET_KEY: config.iyzicoSecretKey,
      SELLER_TITLE: config.sellerTitle,
      SELLER_TAX_OFFICE: config.sellerTaxOffice,
      SELLER_TAX_NUMBER: config.sellerTaxNumber,
      SELLER_ADDRESS: config.sellerAddress,
    };
    const missing = Object.entries(needed).flatMap(([name, value]) =>
      value === null ? [name] : [],
    );
    if (missing.length > 0) {
      wrong.push(`${missing.join(', ')} must be set when PAYMENT_PROVIDER is iyzico.`);
    }
    if (!config.baseUrl.startsWith('https:')) {
      wrong.push('BASE_URL must begin with https: when PAYMENT_PROVIDER is iyzico.');
    }
  }
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
}
