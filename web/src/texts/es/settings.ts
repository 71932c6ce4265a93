// The Spanish texts of the settings of a game server.

import type { AreaTexts } from '../chapters.ts'

export const settings: AreaTexts<'settings'> = {
  settings: {
    game: 'Juego',
    gameText: 'Lo que la plantilla permite ajustar. Los valores actúan desde el próximo inicio.',
    noVariables:
      'Este juego no tiene ajustes propios. Lo que ofrecen sus archivos de configuración está entre sus archivos.',
    start: 'Inicio',
    startText: 'Cuándo se inicia por sí solo y con qué.',
    autostart: 'Iniciar con el nodo',
    autostartText: 'Cuando la máquina arranca, el juego arranca con ella.',
    updateBeforeStart: 'Actualizar antes de cada inicio',
    updateBeforeStartText: 'Tarda más, pero los jugadores nunca esperan una versión que encaje.',
    image: 'Imagen de contenedor',
    imageText: 'La primera es la habitual.',
    crash: 'Tras una caída',
    crashText: 'Qué ocurre cuando el juego termina sin que nadie lo pida.',
    restart: 'Iniciarlo de nuevo por sí solo',
    restartText: 'Cuando se agotan los intentos, se queda parado hasta que alguien mire.',
    crashSentence:
      'Como máximo {{attempts}} veces en {{minutes}} minutos, esperando antes {{seconds}} segundos.',
    attempts: 'Intentos',
    minutes: 'Minutos',
    seconds: 'Segundos de espera',
    attemptsWrong: 'De 1 a 100 intentos.',
    minutesWrong: 'Al menos un segundo: 0,02 minutos.',
    secondsWrong: '0 segundos o más.',
    changes_one: '{{count}} cambio',
    changes_many: '{{count}} cambios',
    changes_other: '{{count}} cambios',
    actsLater: 'Actúa desde el próximo inicio.',
    invalid_one: '{{count}} valor aún no es válido.',
    invalid_many: '{{count}} valores aún no son válidos.',
    invalid_other: '{{count}} valores aún no son válidos.',
    restartTitle: 'El juego sigue con ajustes anteriores',
    restartNotice:
      'Lo que guardaste actúa desde el próximo inicio. Los jugadores se desconectan mientras se reinicia.',
    restartNow: 'Reiniciar ahora',
    notSaved: 'No se guardó nada',
    awayTitle: 'El nodo está ausente',
    awayText: 'Los ajustes se pueden guardar ahora; el nodo los adopta cuando vuelva.',
  },
}
