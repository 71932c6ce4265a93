// The French texts of who may do what on a game server.

import type { AreaTexts } from '../chapters.ts'

export const access: AreaTexts<'access'> = {
  access: {
    title: 'Qui peut faire quoi ici',
    text: 'Les droits viennent des rôles et des entrées de chaque personne. Un refus l’emporte sur toute autorisation.',
    search: 'Trouver une personne',
    noAccess: 'Aucun accès',
    everything: 'Tout',
    looks: 'Le voit, et rien de plus',
    why: 'Pourquoi ?',
    whyOf: 'Pourquoi ? Droits de {{name}}',
    change: 'Modifier',
    changeOf: 'Modifier ce que {{name}} peut faire',
    failed: 'Lecture impossible',
    withAccess: 'Avec accès',
    without: 'Sans accès',
    invite: 'Créer un utilisateur',
    noMatch: 'Personne ne correspond à « {{words}} ».',
    closedTitle: 'Cette page est réservée aux administrateurs',
    closedText: 'Qui peut faire quoi sur un serveur relève des administrateurs de ce panneau.',
  },
}
