// Die deutschen Texte eines Absturzes: wie ein Spiel endete, warum, und was es repariert.

import type { AreaTexts } from '../chapters.ts'

export const crash: AreaTexts<'crash'> = {
  crash: {
    title: 'Er ist {{time}} abgestürzt',
    outOfMemory: 'Er brauchte mehr Speicher, als er haben darf; deshalb hat ihn die Maschine beendet.',
    exit: {
      clean: 'Er endete von selbst, ohne einen Fehler zu nennen (Exit-Code 0), obwohl es niemand wollte.',
      error: 'Er gab mit einem Fehler auf (Exit-Code {{code}}).',
      notExecutable: 'Das Programm wurde gefunden, darf aber nicht ausgeführt werden (Exit-Code 126).',
      notFound: 'Das Programm, das starten soll, wurde nicht gefunden (Exit-Code 127).',
    },
    signal: {
      kill: 'Er wurde von außen gewaltsam beendet ({{signal}}). Oft heißt das: zu wenig Speicher.',
      broke:
        'Er ist innen zerbrochen: ein Fehler des Spiels, einer Mod oder eine beschädigte Datei ({{signal}}).',
      abort: 'Er gab von selbst auf, weil in ihm etwas nicht stimmte ({{signal}}).',
      asked: 'Etwas auf der Maschine bat ihn zu enden ({{signal}}).',
      other: 'Er wurde durch das Signal {{signal}} beendet.',
    },
    unknownEnd: 'Wie er endete, ist nicht bekannt.',
    cause: {
      eula: 'Die Lizenz ist nicht angenommen',
      'port-in-use': 'Sein Port ist belegt',
      'wrong-java': 'Er braucht eine andere Java-Version',
      'missing-file': 'Eine Datei fehlt',
      'out-of-memory': 'Zu wenig Speicher',
      'no-space': 'Die Platte ist voll',
      'wrong-setting': 'Eine Einstellung stimmt nicht',
      other: 'Was er sagte',
    },
    causeText: {
      eula: 'Das Spiel startet erst, wenn jemand seine Lizenzbedingungen (EULA) angenommen hat.',
      'port-in-use':
        'Ein anderes Programm auf der Maschine hört schon auf einem Port, den dieser Server will.',
      'wrong-java': 'Diese Version des Spiels läuft nicht mit der Java-Version des gewählten Images.',
      'out-of-memory':
        'Das Spiel wollte mehr Speicher, als seine Grenze oder die Maschine hergibt. Hebe die Grenze an oder verlange weniger von ihm.',
      'no-space': 'Auf der Maschine lässt sich nichts mehr schreiben. Schaffe Platz und starte dann neu.',
    },
    line: 'Die Zeile, die es verrät',
    repair: {
      eula: 'EULA annehmen und starten',
      'set-variable': '{{name}} auf {{value}} setzen und starten',
      'choose-port': 'Anderen Port nehmen und starten',
      'use-image': '{{label}} nehmen und starten',
      reinstall: 'Neu installieren und starten',
      update: 'Aktualisieren und starten',
    },
    nothingKnown:
      'Die letzten Zeilen passen zu keinem Fehler, den wir kennen. Die Konsole zeigt, was davor war.',
    startAgain: 'Noch einmal starten',
    openConsole: 'Konsole öffnen',
    lastLines_one: 'Die letzte Zeile',
    lastLines_other: 'Die letzten {{count}} Zeilen',
    repairFailed: 'Die Reparatur hat nicht begonnen',
    hiddenReport: 'Wer die Konsole lesen darf, sieht hier den Grund.',
  },
}
