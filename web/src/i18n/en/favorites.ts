/** Favourites: the stars of every page, and the notices after pressing one. */
export const favorites = {
  title: 'Favourites',
  add: 'Add {{symbol}} to favourites',
  remove: 'Remove {{symbol}} from favourites',
  added: '{{symbol}} added to favourites',
  removed: '{{symbol}} removed from favourites',
  failed: 'The favourite could not be saved',
  failedText: 'The change was undone.',
  full: 'You can have {{count}} favourites at most. The change was undone.',
  loadFailed: 'Favourites could not be loaded',
  none: 'You have no favourites yet',
  noneText: 'Press the star on a symbol’s page to list it here.',
  needs: 'Favourites come with a subscription',
  needsText:
    'Subscribers star the symbols that they watch and see them with their prices in one list.',
  offer: 'What a subscription offers',
  all: 'All',
};
