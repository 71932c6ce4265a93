// The French texts of the settings of a game server.

import type { AreaTexts } from '../chapters.ts'

export const settings: AreaTexts<'settings'> = {
  settings: {
    game: 'Jeu',
    gameText: 'Ce que le modèle permet de régler. Les valeurs prennent effet au prochain démarrage.',
    noVariables:
      'Ce jeu n’a pas de paramètres propres. Ce qu’offrent ses fichiers de configuration se trouve parmi ses fichiers.',
    start: 'Démarrage',
    startText: 'Quand il démarre de lui-même, et avec quoi.',
    autostart: 'Démarrer avec le nœud',
    autostartText: 'Quand la machine s’allume, le jeu démarre avec elle.',
    updateBeforeStart: 'Mettre à jour avant chaque démarrage',
    updateBeforeStartText: 'C’est plus long, mais les joueurs n’attendent jamais une version compatible.',
    image: 'Image de conteneur',
    imageText: 'La première est l’habituelle.',
    crash: 'Après un plantage',
    crashText: 'Ce qui se passe quand le jeu se termine sans que personne l’ait demandé.',
    restart: 'Le redémarrer automatiquement',
    restartText: 'Une fois les tentatives épuisées, il reste arrêté jusqu’à ce que quelqu’un regarde.',
    crashSentence:
      'Au plus {{attempts}} fois en {{minutes}} minutes, après une attente de {{seconds}} secondes.',
    attempts: 'Tentatives',
    minutes: 'Minutes',
    seconds: 'Secondes d’attente',
    attemptsWrong: 'De 1 à 100 tentatives.',
    minutesWrong: 'Au moins une seconde : 0,02 minute.',
    secondsWrong: '0 seconde ou plus.',
    changes_one: '{{count}} modification',
    changes_many: '{{count}} modifications',
    changes_other: '{{count}} modifications',
    actsLater: 'Prend effet au prochain démarrage.',
    invalid_one: '{{count}} valeur ne convient pas encore.',
    invalid_many: '{{count}} valeurs ne conviennent pas encore.',
    invalid_other: '{{count}} valeurs ne conviennent pas encore.',
    restartTitle: 'Le jeu tourne encore avec d’anciens paramètres',
    restartNotice:
      'Ce que vous avez enregistré prend effet au prochain démarrage. Les joueurs sont déconnectés pendant le redémarrage.',
    restartNow: 'Redémarrer maintenant',
    notSaved: 'Rien n’a été enregistré',
    awayTitle: 'Le nœud est injoignable',
    awayText: 'Les paramètres peuvent être enregistrés maintenant ; le nœud les reprendra à son retour.',
  },
}
