// The French texts of the catalogue of games.

import type { AreaTexts } from '../chapters.ts'

export const games: AreaTexts<'games'> = {
  catalogue: {
    search: 'Rechercher des jeux',
    tags: 'Étiquettes',
    allTags: 'Toutes les étiquettes',
    allSources: 'De toute origine',
    sourceFilter: 'Origine',
    source: { 'built-in': 'Intégré', own: 'Personnel', imported: 'Importé' },
    noMatchTitle: 'Aucun jeu ne correspond',
    noMatchText: 'Essayez avec moins de lettres ou effacez le filtre.',
    clearFilter: 'Effacer le filtre',
    emptyTitle: 'Il n’y a aucun jeu',
    emptyText: 'Importez un egg ou ajoutez un modèle, et il apparaîtra ici.',
    demo: 'Fourni avec Rookery',
  },
}
