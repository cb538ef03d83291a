import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';
import { type Notice, onNotice, takeNotices } from './notices.ts';

const SHOWN_MS = 5000;
const MAX_SHOWN = 3;

interface ToastLook {
  readonly icon: IconName;
  readonly tone: 'brass' | 'up' | 'bad';
}

const manager = Toast.createToastManager<ToastLook>();

const TONE = { brass: 'text-brass', up: 'text-up', bad: 'text-bad' } as const;

function show(notice: Notice): void {
  const error = notice.tone === 'bad';
  manager.add({
    title: notice.title,
    ...(notice.text === undefined ? {} : { description: notice.text }),
    timeout: error ? 0 : SHOWN_MS,
    data: { icon: notice.icon ?? (error ? 'alert' : 'check'), tone: notice.tone ?? 'brass' },
    ...(notice.action
      ? { actionProps: { children: notice.action.label, onClick: notice.action.run } }
      : {}),
  });
}

/** Draws the notices of `notify`; rendered once per page. */
export function Toaster({
  label,
  closeLabel,
}: {
  /** Name of the notices' region. */
  readonly label: string;
  readonly closeLabel: string;
}) {
  return (
    <Toast.Provider toastManager={manager} limit={MAX_SHOWN}>
      <Feed />
      <Toast.Portal>
        <Toast.Viewport
          aria-label={label}
          className="fixed right-4 bottom-4 z-(--z-toast) flex w-[min(340px,calc(100vw-24px))] flex-col gap-2.5 outline-none max-desk:right-3 max-desk:bottom-[calc(var(--tabbar)+12px)]"
        >
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Passes waiting notices to the provider after it has subscribed. */
function Feed() {
  useEffect(() => {
    const drain = (): void => {
      for (const notice of takeNotices()) show(notice);
    };
    const timer = setTimeout(drain);
    const stop = onNotice(drain);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return null;
}

function ToastList({ closeLabel }: { readonly closeLabel: string }) {
  const { toasts } = Toast.useToastManager<ToastLook>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="elev-2 rounded-3 bg-pop text-13 transition-opacity duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-2.5 px-3.25 py-2.75">
        <span className={TONE[toast.data?.tone ?? 'brass']}>
          <Icon name={toast.data?.icon ?? 'check'} />
        </span>
        {/* A failure is announced at once. The library would hide the whole notice and announce a copy of it. */}
        <div role={toast.data?.tone === 'bad' ? 'alert' : undefined} className="min-w-0 flex-1">
          <Toast.Title className="text-13 font-semi" />
          <Toast.Description className="lbl mt-0.5" />
        </div>
        <Toast.Action className="link empty:hidden" />
        {/* The library hides the button from screen readers until the pile is opened, but the Tab key reaches it. */}
        <Toast.Close
          aria-hidden={undefined}
          render={<IconButton label={closeLabel} className="-my-1.5 -mr-2" />}
        >
          <Icon name="close" size={14} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
