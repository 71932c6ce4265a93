// The English texts of a crash: how a game ended, why, and what repairs it.

export const crash = {
  crash: {
    title: 'It crashed {{time}}',
    outOfMemory: 'It needed more memory than it may have, so the machine ended it.',
    exit: {
      clean: 'It ended by itself without naming an error (exit code 0), though nobody asked it to.',
      error: 'It gave up with an error (exit code {{code}}).',
      notExecutable: 'The program was found but may not be run (exit code 126).',
      notFound: 'The program that should start was not found (exit code 127).',
    },
    signal: {
      kill: 'It was ended by force from outside ({{signal}}). Often that means too little memory.',
      broke: 'It broke inside: a fault of the game, of a mod, or a damaged file ({{signal}}).',
      abort: 'It gave up by itself because something in it was wrong ({{signal}}).',
      asked: 'Something on the machine asked it to end ({{signal}}).',
      other: 'It was ended by the signal {{signal}}.',
    },
    unknownEnd: 'How it ended is not known.',
    cause: {
      eula: 'The licence is not accepted',
      'port-in-use': 'Its port is taken',
      'wrong-java': 'It needs another Java version',
      'missing-file': 'A file is missing',
      'out-of-memory': 'Too little memory',
      'no-space': 'The disk is full',
      'wrong-setting': 'A setting is wrong',
      other: 'What it said',
    },
    causeText: {
      eula: 'The game starts only after somebody has accepted its licence terms (EULA).',
      'port-in-use': 'Another program on the machine already listens on a port that this server wants.',
      'wrong-java': 'This version of the game does not run with the Java version of the chosen image.',
      'out-of-memory':
        'The game wanted more memory than its limit or the machine has. Raise the limit or ask less of it.',
      'no-space': 'Nothing more can be written on the machine. Make space, then start again.',
    },
    line: 'The line that tells it',
    repair: {
      eula: 'Accept the EULA and start',
      'set-variable': 'Set {{name}} to {{value}} and start',
      'choose-port': 'Take another port and start',
      'use-image': 'Use {{label}} and start',
      reinstall: 'Reinstall and start',
      update: 'Update and start',
    },
    nothingKnown: 'The last lines do not match any trouble that we know. The console shows what came before.',
    startAgain: 'Start again',
    openConsole: 'Open console',
    lastLines_one: 'The last line',
    lastLines_other: 'The last {{count}} lines',
    repairFailed: 'The repair did not begin',
    hiddenReport: 'Who may read the console sees here why.',
  },
}
