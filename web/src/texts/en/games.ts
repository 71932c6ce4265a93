// The English texts of the catalogue of games.

export const games = {
  catalogue: {
    search: 'Search games',
    tags: 'Tags',
    allTags: 'All tags',
    allSources: 'From anywhere',
    sourceFilter: 'Source',
    source: { 'built-in': 'Built in', own: 'Own', imported: 'Imported' },
    noMatchTitle: 'No game matches',
    noMatchText: 'Try fewer letters, or clear the filter.',
    clearFilter: 'Clear the filter',
    emptyTitle: 'There are no games',
    emptyText: 'Import an egg or add a template, and it appears here.',
    demo: 'Ships with Rookery',
  },
}
