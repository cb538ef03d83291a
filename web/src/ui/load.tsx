import type { ReactNode } from 'react';
import { useErrorText, useTranslation } from '../i18n/index.ts';
import { readFailure } from './failure.ts';
import { Skeleton, useLoadingPhase } from './skeleton.tsx';
import { ErrorPanel } from './states.tsx';

/** The part of a query that a panel reads. */
export interface Loadable<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

/**
 * Renders a panel's data: a skeleton of the final geometry while they load, the content when they are loaded, an error
 * with a retry when loading failed. Old data stay while new ones are read, also when that fails.
 */
export function Load<T>({
  query,
  skeleton,
  failed,
  compact = false,
  children,
}: {
  readonly query: Loadable<T>;
  readonly skeleton: ReactNode;
  /** Title of the error: what could not be loaded. */
  readonly failed?: string;
  readonly compact?: boolean;
  readonly children: (data: T) => ReactNode;
}) {
  const { t } = useTranslation('words');
  const phase = useLoadingPhase(query.isPending);
  if (phase !== 'ready') {
    return (
      <Skeleton phase={phase} label={t('loading')}>
        {skeleton}
      </Skeleton>
    );
  }
  if (query.data !== undefined) return children(query.data);
  if (query.error === null || query.error === undefined) return null;
  return (
    <LoadError
      error={query.error}
      title={failed ?? t('loadFailed')}
      compact={compact}
      onRetry={() => void query.refetch()}
    />
  );
}

/** Renders a failed call in its panel: what failed, why, code and request id, and a retry. */
export function LoadError({
  error,
  title,
  onRetry,
  compact = false,
}: {
  readonly error: unknown;
  readonly title: string;
  readonly onRetry: () => void;
  readonly compact?: boolean;
}) {
  const { t } = useTranslation('words');
  const errorText = useErrorText();
  const { code, requestId } = readFailure(error);
  const details = requestId === null ? code : `${code} · ${t('request', { id: requestId })}`;
  return (
    <ErrorPanel
      compact={compact}
      title={title}
      text={`${errorText(code)}. ${t('loadFailedText')}`}
      retryLabel={t('retry')}
      onRetry={onRetry}
      details={details}
    />
  );
}
