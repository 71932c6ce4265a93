// The French texts of the box that a plugin's page is shown in.

import type { AreaTexts } from '../chapters.ts'

export const pluginFrame: AreaTexts<'pluginFrame'> = {
  pluginFrame: {
    silent: 'Cette partie d’un plugin ne répond pas',
    flood: 'Cette partie d’un plugin a trop envoyé et a été arrêtée',
    left: 'Cette partie d’un plugin a tenté d’aller ailleurs et a été arrêtée',
    failed: 'Cette partie d’un plugin n’a pas pu être affichée',
    unloaded: 'Cette partie d’un plugin n’a pas pu être chargée',
    restOfPage: 'Tout le reste de cette page fonctionne comme avant.',
  },
}
