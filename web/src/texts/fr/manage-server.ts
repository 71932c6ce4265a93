// The French texts of editing, cloning and deleting a game server.

import type { AreaTexts } from '../chapters.ts'

export const manageServer: AreaTexts<'manageServer'> = {
  manageServer: {
    menu: 'Plus sur {{name}}',
    edit: 'Modifier le serveur',
    clone: 'Cloner',
    delete: 'Supprimer',
    editTitle: 'Modifier {{name}}',
    editText: 'Adresse, ports, limites et mode d’exécution prennent effet au prochain démarrage.',
    rconPassword: 'Mot de passe RCON',
    save: 'Enregistrer',
    cloneTitle: 'Cloner {{name}}',
    cloneText: 'Le clone a les mêmes paramètres et limites sur le même nœud, et ses propres ports.',
    cloneName: 'Nom du clone',
    cloneOf: '{{name}} (copie)',
    withFiles: 'Avec ses fichiers',
    withFilesText: 'Monde, mods et configuration suivent. La durée dépend de la taille du dossier.',
    fresh: 'Neuf',
    freshText: 'Le jeu est installé de nouveau, avec un monde vide.',
    cloneRunning: 'Le jeu est en marche : ce qu’il n’a pas encore écrit sur le disque manquera à la copie.',
    cloneConfirm: 'Cloner',
    deleteTitle: 'Supprimer {{name}} ?',
    deleteText: 'Il est arrêté et retiré du panneau, avec ses droits et ses planifications.',
    keepFiles: 'Garder ses fichiers',
    keepFilesText: 'Le dossier reste sur le nœud {{node}}.',
    deleteFiles: 'Supprimer aussi ses fichiers',
    deleteFilesText: 'Mondes, paramètres et tout le reste de son dossier sont perdus. C’est irréversible.',
    deleteConfirm: 'Supprimer le serveur',
  },
}
