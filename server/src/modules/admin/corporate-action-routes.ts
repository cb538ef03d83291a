import { ROUTES } from '@rasat/contract';
import type { Web } from '../../platform/http/web.ts';
import { confirmAction, dismissAction, listActions, type StoredAction } from '../market/index.ts';
import type { AuditDetail } from './audit.ts';
import { registerAdminRoute } from './register-admin-route.ts';

const SHOWN = 100;

/** Serves the splits and renames that the sources tell, and the operator's decisions about them. */
export function registerCorporateActions(web: Web): void {
  registerAdminRoute(web, ROUTES.adminCorporateActions, async ({ trx, nowMs }) => ({
    serverTime: nowMs,
    actions: (await listActions(trx, SHOWN)).map(describeAction),
  }));

  registerAdminRoute(
    web,
    ROUTES.adminConfirmAction,
    async ({ params, person, trx, nowMs, audit }) => {
      const decision = { by: person.publicId, nowMs };
      const { action, isApplied } = await confirmAction(trx, Number(params.id), decision);
      await audit('action.confirm', `symbol:${action.symbol}`, detailOf(action));
      return { applied: isApplied };
    },
  );

  registerAdminRoute(
    web,
    ROUTES.adminDismissAction,
    async ({ params, person, trx, nowMs, audit }) => {
      const action = await dismissAction(trx, Number(params.id), { by: person.publicId, nowMs });
      await audit('action.dismiss', `symbol:${action.symbol}`, detailOf(action));
      return {};
    },
  );
}

function describeAction(action: StoredAction) {
  const { id, source, symbol, terms, effectiveMs, foundMs, state, decidedMs, appliedMs } = action;
  return {
    id,
    source,
    instrument: action.sourceSymbol,
    symbol,
    kind: terms.kind,
    factor: terms.kind === 'split' ? terms.factor : null,
    to: terms.kind === 'rename' ? terms.to : null,
    effective: effectiveMs,
    found: foundMs,
    state,
    decided: decidedMs,
    applied: appliedMs,
  };
}

function detailOf({
  source,
  sourceSymbol: instrument,
  terms,
  effectiveMs,
}: StoredAction): AuditDetail {
  return { source, instrument, ...terms, at: effectiveMs };
}
