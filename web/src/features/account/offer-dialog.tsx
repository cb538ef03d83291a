import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { offersQuery } from '../../api/calls/offers.ts';
import { useSession } from '../../api/session/session.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showOverlay } from '../../ui/overlay.ts';
import { type Offer, OfferList } from './offer-list.tsx';
import { CourseNotice } from './payment/course-notice.tsx';

/** Explains that the pressed feature needs a subscription, lists the others, and links to its section. */
export function OfferDialog({ about }: { readonly about: Offer & ('favorites' | 'drawings') }) {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation('words');
  const { info } = useSession();
  const { data: offers } = useQuery({ ...offersQuery(), enabled: info?.student !== true });
  const close = (): void => showOverlay(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t(`offer.${about}`)}
      description={t(`offer.${about}Text`)}
      closeLabel={words('close')}
    >
      <div className="mt-4">
        <OfferList open={false} {...(about === 'favorites' ? { without: about } : {})} />
      </div>
      {offers && info?.student !== true ? (
        <div className="mt-4">
          <CourseNotice course={offers.course} />
        </div>
      ) : null}
      <div className="mt-5 flex flex-wrap justify-end gap-2.25">
        <Button onClick={close}>{words('close')}</Button>
        <Link
          to="/account?selected=subscription"
          onClick={close}
          className={buttonClass('primary')}
        >
          {t('offer.more')}
        </Link>
      </div>
    </Dialog>
  );
}
