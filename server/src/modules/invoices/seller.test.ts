import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSeller, type SellerConfig, sellerOf } from './seller.ts';

const unset: SellerConfig = {
  databaseUrl: null,
  paymentProvider: 'demo-bank',
  sellerTitle: null,
  sellerTaxOffice: null,
  sellerTaxNumber: null,
  sellerAddress: null,
};
const real: SellerConfig = {
  databaseUrl: 'postgres://rasat@db/rasat',
  paymentProvider: 'iyzico',
  sellerTitle: 'Şahin Yazılım Ltd. Şti.',
  sellerTaxOffice: 'Beşiktaş',
  sellerTaxNumber: '1234567890',
  sellerAddress: 'Beşiktaş, İstanbul',
};

test('the seller is whom the settings name', () => {
  assert.deepEqual(sellerOf(real), {
    title: 'Şahin Yazılım Ltd. Şti.',
    taxOffice: 'Beşiktaş',
    taxNumber: '1234567890',
    address: 'Beşiktaş, İstanbul',
    demonstration: false,
  });
});

test('what the demo bank takes is a demonstration, for every seller', () => {
  assert.equal(sellerOf({ ...real, paymentProvider: 'demo-bank' }).demonstration, true);
});

test('a fresh machine shows a seller that cannot exist, an operator without settings has none', () => {
  assert.equal(sellerOf(unset).demonstration, true);
  assert.match(sellerOf(unset).taxNumber, /^0+$/);
  assert.equal(findSeller({ ...real, sellerAddress: null }), null);
  assert.throws(() => sellerOf({ ...real, sellerAddress: null }), /SELLER_/);
});
