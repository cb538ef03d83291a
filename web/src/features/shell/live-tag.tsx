import { useConnection } from '../../api/client/connection.ts';
import { liveSocket, useLiveState } from '../../api/live/live.ts';
import { formatClock } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toServerMs, useNow } from '../../ui/use-now.ts';

/** Delay before a lost connection is shown. */
const QUIET_MS = 2000;

/** Shows that prices do not update, since when, and a retry; nothing while the connection works. */
export function LiveTag() {
  const { t } = useTranslation('shell');
  const live = useLiveState();
  const connection = useConnection();
  const nowMs = useNow();
  const streams = live.phase === 'reconnecting';
  const lostMs = streams ? live.lostMs : connection.lostMs;
  if (lostMs === null || (nowMs - lostMs < QUIET_MS && !connection.offline)) return null;
  if (connection.offline) {
    return (
      <span role="status">
        <Tag tone="warn">
          <Icon name="alert" size={14} className="tab:hidden" />
          <span className="max-tab:sr-only">{t('live.offline')}</span>
        </Tag>
      </span>
    );
  }
  const sentence = streams
    ? t('live.lost', { time: formatClock(toServerMs(lostMs)), attempt: Math.max(1, live.attempt) })
    : t('live.away');
  return (
    <span role="status" className="flex items-center gap-2">
      <Tag tone="warn">
        <Spinner className="size-2.5 border-[1.5px]" />
        <span aria-hidden="true" title={sentence} className="max-tab:hidden">
          {t('live.reconnecting')}
        </span>
        <span className="sr-only">{sentence}</span>
      </Tag>
      {streams ? (
        <Button size="sm" onClick={() => liveSocket.retryNow()} className="max-tab:hidden">
          {t('live.retry')}
        </Button>
      ) : null}
    </span>
  );
}
