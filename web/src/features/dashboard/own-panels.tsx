import { FavoritesPanel } from './favorites-panel.tsx';
import { NewestMessages } from './newest-messages.tsx';

/** What belongs to the person on the dashboard: the favourites, and the newest messages. */
export function OwnPanels() {
  return (
    <>
      <FavoritesPanel />
      <NewestMessages />
    </>
  );
}
