import { readSignalQuery } from '@rasat/contract';
import {
  type ClientLoaderFunctionArgs,
  Link,
  redirect,
  replace,
  useLoaderData,
  useRevalidator,
} from 'react-router';
import { toApiError } from '../../api/client/error.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load.tsx';
import { Empty } from '../../ui/states.tsx';
import { findRow } from './row-calls.ts';

/** Why no row was found for an address: it names no signal, the row does not exist yet, or the call failed. */
type Unfound =
  | { readonly why: 'broken' | 'missing' }
  | { readonly why: 'failed'; readonly error: unknown };

/**
 * Redirects from a signal to its row of the record, without an entry of this page in the history. Returns why no row
 * was found.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Unfound> {
  const query = readSignalQuery(new URL(request.url).searchParams);
  if (query === null) return { why: 'broken' };
  let seq: number;
  try {
    seq = await findRow(query, request.signal);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return toApiError(error).code === 'not-found-404'
      ? { why: 'missing' }
      : { why: 'failed', error };
  }
  // In a new tab or after a retry, the history already has an entry of this page. It is replaced, since going back to
  // it would redirect forward again.
  const lead = new URL(request.url).pathname === location.pathname ? replace : redirect;
  throw lead(`/record/${seq}`);
}

/** Renders why no row was found for a signal. */
export default function FindRoute() {
  const { t } = useTranslation('signal');
  const { t: words } = useTranslation('words');
  const unfound = useLoaderData<typeof clientLoader>();
  const again = useRevalidator();
  const title = t(`find.${unfound.why}`);
  const ask = () => void again.revalidate();
  return (
    <>
      <title>{`${title} · Rasat`}</title>
      <meta name="robots" content="noindex" />
      {unfound.why === 'failed' ? (
        <>
          <h1 className="sr-only">{title}</h1>
          <LoadError error={unfound.error} title={title} onRetry={ask} />
        </>
      ) : (
        <Empty
          level={1}
          title={title}
          text={t(`find.${unfound.why}Text`)}
          action={
            <p className="flex flex-wrap gap-2">
              {unfound.why === 'missing' ? (
                <Button variant="primary" busy={again.state === 'loading'} onClick={ask}>
                  {words('retry')}
                </Button>
              ) : null}
              <Link to="/record" className={buttonClass()}>
                {t('record')}
              </Link>
            </p>
          }
        />
      )}
    </>
  );
}
