import type { SessionInfo } from '../../api/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { OfferList } from './offer-list.tsx';

/** Whether a subscription runs, and what one opens. */
export function SubscriptionSection({ info }: { readonly info: SessionInfo }) {
  const { t } = useTranslation('account');
  const { subscribed, admin } = info;
  const open = subscribed || admin;
  return (
    <>
      <Panel
        title={t('subscription.state')}
        actions={
          <span className="pr-2">
            <Tag tone={subscribed ? 'ok' : 'quiet'}>
              {subscribed ? t('subscription.active') : t('subscription.inactive')}
            </Tag>
          </span>
        }
      >
        <div className="grid gap-1 p-4 text-14 leading-mid">
          <p className="font-med">
            {subscribed ? t('subscription.running') : t('subscription.none')}
          </p>
          <p className="text-ink-2">
            {subscribed
              ? t('subscription.runningText')
              : admin
                ? t('subscription.admin')
                : t('subscription.noneText')}
          </p>
        </div>
      </Panel>
      <Panel title={subscribed ? t('subscription.included') : t('subscription.offers')}>
        <div className="p-4">
          <OfferList open={open} />
        </div>
      </Panel>
    </>
  );
}
