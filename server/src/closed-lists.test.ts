import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  ACTION_KINDS,
  ACTION_STATES,
  CATEGORIES,
  DELAY_CLASSES,
  FAILED_ITEMS,
  FAILURE_CLASSES,
  GAP_STATES,
  HOMEWORK_STATES,
  INVOICE_KINDS,
  LANGUAGES,
  MESSAGE_LISTS,
  ORDER_STATES,
  PRICE_COLOURS,
  PRODUCTS,
  PROVIDER_NAMES,
  PURCHASES,
  REVIEW_KINDS,
  RIGHTS,
  THEMES,
} from '@rasat/contract';
import {
  BASE_RESOLUTIONS,
  BOX_KINDS,
  BOX_TERMS,
  CALENDARS,
  RESOLUTIONS,
  SOURCE_RESOLUTIONS,
} from '@rasat/engine';
import {
  CORRECTION_REASONS,
  END_REASONS,
  ORIGINS,
  OUTCOME_LEGS,
  REGISTER_KINDS,
  ROW_KINDS,
} from '@rasat/ledger';
import { sql } from 'kysely';
import { testDatabase } from './platform/testing.ts';

// A closed list of the product and what the database lets in are one: a value that only one of them knows fails here,
// and not when the first row of it is written.

/** The checks of the database that hold a column to a list, by that list. */
const CHECKS: readonly (readonly [list: readonly string[], checks: readonly string[]])[] = [
  [ACTION_KINDS, ['corporate_action_kind_check']],
  [ACTION_STATES, ['corporate_action_state_check']],
  [BASE_RESOLUTIONS, ['series_base_check']],
  [BOX_KINDS, ['analysis_box_kind_check']],
  [BOX_TERMS, ['analysis_box_term_check', 'analysis_event_term_check']],
  [CALENDARS, ['series_calendar_check']],
  [CATEGORIES, ['page_view_category_check', 'series_category_check']],
  [CORRECTION_REASONS, ['correction_reason_check']],
  [DELAY_CLASSES, ['market_source_delay_class_check']],
  [END_REASONS, ['series_end_reason_check']],
  [FAILED_ITEMS, ['record_failure_what_check']],
  [FAILURE_CLASSES, ['record_failure_class_check']],
  [GAP_STATES, ['bar_gap_state_check']],
  [HOMEWORK_STATES, ['homework_state_check']],
  [INVOICE_KINDS, ['invoice_counter_kind_check', 'invoice_kind_check']],
  [LANGUAGES, ['person_language_check', 'site_text_language_check']],
  [MESSAGE_LISTS, ['message_list_check', 'message_read_list_check']],
  [ORDER_STATES, ['purchase_head_state_check']],
  [
    ORIGINS,
    [
      'ledger_origin_check',
      'ledger_outcome_origin_check',
      'record_cell_origin_check',
      'record_figures_origin_check',
      'record_calibration_origin_check',
    ],
  ],
  [OUTCOME_LEGS, ['ledger_outcome_leg_check']],
  [PRICE_COLOURS, ['person_prices_check']],
  [PRODUCTS, ['invoice_product_check', 'price_product_check', 'purchase_product_check']],
  [PROVIDER_NAMES, ['purchase_provider_check']],
  [PURCHASES, ['purchase_head_purchase_check']],
  [RESOLUTIONS, ['bar_head_resolution_check']],
  [REVIEW_KINDS, ['payment_review_kind_check']],
  [REGISTER_KINDS, ['ledger_register_kind_check']],
  [RIGHTS, ['entitlement_kind_check']],
  [ROW_KINDS, ['ledger_kind_check']],
  [THEMES, ['person_theme_check']],
  [SOURCE_RESOLUTIONS, ['bar_gap_resolution_check', 'bar_gap_search_resolution_check']],
];

/** Checks whose values stand in the types of one module alone. */
const OF_ONE_MODULE = [
  'analysis_event_type_check',
  'captured_payment_role_check',
  'consent_text_check',
  'education_file_kind_check',
  'ledger_hash_chain_check',
  'market_source_audience_check',
  'provider_movement_kind_check',
  'publisher_cursor_waits_check',
  'record_failure_cause_check',
  'record_node_chain_check',
  'record_row_state_check',
  'replay_state_check',
];

const { db } = await testDatabase({ after });

test('the database lets in what the closed lists say, and nothing else', async () => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(constraints.oid) as definition
    from pg_constraint as constraints join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'c' and nspname = 'public'`.execute(db);
  const stored = new Map<string, readonly string[]>();
  for (const { name, definition } of rows) {
    const values = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition)?.[1] ?? '';
    const texts = [...values.matchAll(/'([^']*)'::text/g)].map(([, text = '']) => text);
    if (texts.length > 0) stored.set(name, texts.toSorted());
  }
  for (const [list, checks] of CHECKS) {
    for (const check of checks) assert.deepEqual(stored.get(check), list.toSorted(), check);
  }
  const known = [...CHECKS.flatMap(([, checks]) => checks), ...OF_ONE_MODULE];
  assert.deepEqual([...stored.keys()].toSorted(), known.toSorted(), 'every check is known');
});
