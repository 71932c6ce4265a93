// The Spanish texts of a crash: how a game ended, why, and what repairs it.

import type { AreaTexts } from '../chapters.ts'

export const crash: AreaTexts<'crash'> = {
  crash: {
    title: 'Se cayó {{time}}',
    outOfMemory: 'Necesitaba más memoria de la que tiene permitida, así que la máquina lo terminó.',
    exit: {
      clean: 'Terminó por sí solo sin indicar un error (código de salida 0), aunque nadie se lo pidió.',
      error: 'Terminó con un error (código de salida {{code}}).',
      notExecutable: 'El programa se encontró, pero no se puede ejecutar (código de salida 126).',
      notFound: 'No se encontró el programa que debía iniciarse (código de salida 127).',
    },
    signal: {
      kill: 'Se terminó a la fuerza desde fuera ({{signal}}). A menudo significa falta de memoria.',
      broke: 'Se rompió por dentro: un fallo del juego, de un mod, o un archivo dañado ({{signal}}).',
      abort: 'Se rindió por sí solo porque algo en él iba mal ({{signal}}).',
      asked: 'Algo en la máquina le pidió que terminara ({{signal}}).',
      other: 'Lo terminó la señal {{signal}}.',
    },
    unknownEnd: 'No se sabe cómo terminó.',
    cause: {
      eula: 'No se ha aceptado la licencia',
      'port-in-use': 'Su puerto está ocupado',
      'wrong-java': 'Necesita otra versión de Java',
      'missing-file': 'Falta un archivo',
      'out-of-memory': 'Memoria insuficiente',
      'no-space': 'El disco está lleno',
      'wrong-setting': 'Un ajuste es incorrecto',
      other: 'Lo que dijo',
    },
    causeText: {
      eula: 'El juego solo se inicia cuando alguien ha aceptado los términos de su licencia (EULA).',
      'port-in-use': 'Otro programa de la máquina ya escucha en un puerto que este servidor quiere.',
      'wrong-java': 'Esta versión del juego no funciona con la versión de Java de la imagen elegida.',
      'out-of-memory':
        'El juego quería más memoria que su límite o que la máquina. Sube el límite o pídele menos.',
      'no-space': 'No se puede escribir nada más en la máquina. Libera espacio y vuelve a iniciar.',
    },
    line: 'La línea que lo dice',
    repair: {
      eula: 'Aceptar la EULA e iniciar',
      'set-variable': 'Poner {{name}} en {{value}} e iniciar',
      'choose-port': 'Usar otro puerto e iniciar',
      'use-image': 'Usar {{label}} e iniciar',
      reinstall: 'Reinstalar e iniciar',
      update: 'Actualizar e iniciar',
    },
    nothingKnown:
      'Las últimas líneas no coinciden con ningún problema conocido. La consola muestra lo que vino antes.',
    startAgain: 'Iniciar de nuevo',
    openConsole: 'Abrir consola',
    lastLines_one: 'La última línea',
    lastLines_many: 'Las últimas {{count}} líneas',
    lastLines_other: 'Las últimas {{count}} líneas',
    repairFailed: 'La reparación no empezó',
    hiddenReport: 'Quien pueda leer la consola verá aquí el motivo.',
  },
}
