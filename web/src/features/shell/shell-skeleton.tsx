import { LogoMark } from '../../ui/icons.tsx';

/** Renders the frame of a page before its texts are loaded. */
export function ShellSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex h-(--topbar) items-center gap-2.25 border-b border-line bg-s1 px-4 max-desk:px-3">
        <LogoMark />
        <span className="text-[17px] font-[680] tracking-[-.015em] font-stretch-[118%]">Rasat</span>
      </div>
    </div>
  );
}
