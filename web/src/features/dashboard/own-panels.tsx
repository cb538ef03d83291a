import { FavoritesPanel } from './favorites-panel.tsx';
import { NewestMessages } from './newest-messages.tsx';

/** Renders the person's own data on the dashboard: the favourites and the newest messages. */
export function OwnPanels() {
  return (
    <>
      <FavoritesPanel />
      <NewestMessages />
    </>
  );
}
