import type { ReactNode } from 'react';
import { toApiError } from '../../api/client/error.ts';
import { useErrorText, useTranslation } from '../../i18n/index.ts';
import { Skeleton, useLoadingPhase } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import type { PanelState } from './panel-state.ts';

/** Renders the content of a panel: its skeleton, its failure with a retry button, or its data. */
export function PanelBody<T>({
  state,
  skeleton,
  children,
}: {
  readonly state: PanelState<T>;
  readonly skeleton: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  const { t } = useTranslation('words');
  const errorText = useErrorText();
  const phase = useLoadingPhase(state.status === 'pending');
  if (state.status === 'error') {
    const { code, requestId } = toApiError(state.error);
    const request = requestId === null ? '' : ` · ${t('request', { id: requestId })}`;
    return (
      <ErrorPanel
        title={errorText(code)}
        text={t('loadFailedText')}
        retryLabel={t('retry')}
        onRetry={state.retry}
        details={`${code}${request}`}
        compact
      />
    );
  }
  if (state.status === 'pending' || phase !== 'ready') {
    return (
      <Skeleton phase={phase} label={t('loading')}>
        {skeleton}
      </Skeleton>
    );
  }
  return children(state.data);
}
