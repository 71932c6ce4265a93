// The French texts of a crash: how a game ended, why, and what repairs it.

import type { AreaTexts } from '../chapters.ts'

export const crash: AreaTexts<'crash'> = {
  crash: {
    title: 'Le jeu a planté {{time}}',
    outOfMemory: 'Il lui fallait plus de mémoire que permis, la machine y a donc mis fin.',
    exit: {
      clean:
        'Il s’est terminé de lui-même sans signaler d’erreur (code de sortie 0), alors que personne ne le lui avait demandé.',
      error: 'Il s’est terminé sur une erreur (code de sortie {{code}}).',
      notExecutable: 'Le programme a été trouvé, mais ne peut pas être exécuté (code de sortie 126).',
      notFound: 'Le programme à démarrer n’a pas été trouvé (code de sortie 127).',
    },
    signal: {
      kill: 'Il a été arrêté de force de l’extérieur ({{signal}}). C’est souvent un manque de mémoire.',
      broke:
        'Il s’est brisé de l’intérieur : un défaut du jeu, d’un mod, ou un fichier endommagé ({{signal}}).',
      abort: 'Il a renoncé de lui-même parce que quelque chose n’allait pas ({{signal}}).',
      asked: 'Quelque chose sur la machine lui a demandé de se terminer ({{signal}}).',
      other: 'Le signal {{signal}} y a mis fin.',
    },
    unknownEnd: 'On ne sait pas comment il s’est terminé.',
    cause: {
      eula: 'La licence n’est pas acceptée',
      'port-in-use': 'Son port est occupé',
      'wrong-java': 'Il lui faut une autre version de Java',
      'missing-file': 'Il manque un fichier',
      'out-of-memory': 'Mémoire insuffisante',
      'no-space': 'Le disque est plein',
      'wrong-setting': 'Un paramètre est incorrect',
      other: 'Ce qu’il a dit',
    },
    causeText: {
      eula: 'Le jeu ne démarre qu’une fois les termes de sa licence (EULA) acceptés.',
      'port-in-use': 'Un autre programme de la machine écoute déjà sur un port que ce serveur demande.',
      'wrong-java': 'Cette version du jeu ne fonctionne pas avec la version de Java de l’image choisie.',
      'out-of-memory':
        'Le jeu voulait plus de mémoire que sa limite ou que la machine n’en a. Relevez la limite ou demandez-lui moins.',
      'no-space': 'Plus rien ne peut être écrit sur la machine. Libérez de l’espace, puis redémarrez.',
    },
    line: 'La ligne qui le dit',
    repair: {
      eula: 'Accepter l’EULA et démarrer',
      'set-variable': 'Définir {{name}} sur {{value}} et démarrer',
      'choose-port': 'Prendre un autre port et démarrer',
      'use-image': 'Utiliser {{label}} et démarrer',
      reinstall: 'Réinstaller et démarrer',
      update: 'Mettre à jour et démarrer',
    },
    nothingKnown:
      'Les dernières lignes ne correspondent à aucun problème connu. La console montre ce qui précède.',
    startAgain: 'Démarrer de nouveau',
    openConsole: 'Ouvrir la console',
    lastLines_one: 'La dernière ligne',
    lastLines_many: 'Les {{count}} dernières lignes',
    lastLines_other: 'Les {{count}} dernières lignes',
    repairFailed: 'La réparation n’a pas commencé',
    hiddenReport: 'Qui peut lire la console en voit ici la raison.',
  },
}
