// Die deutschen Texte der Einstellungen eines Spielservers.

import type { AreaTexts } from '../chapters.ts'

export const settings: AreaTexts<'settings'> = {
  settings: {
    game: 'Spiel',
    gameText: 'Was die Vorlage einstellen lässt. Werte gelten ab dem nächsten Start.',
    noVariables:
      'Dieses Spiel hat keine eigenen Einstellungen. Was seine Konfigurationsdateien bieten, findest du bei den Dateien.',
    start: 'Start',
    startText: 'Wann er von selbst startet, und womit.',
    autostart: 'Mit dem Knoten starten',
    autostartText: 'Kommt die Maschine hoch, kommt das Spiel mit ihr hoch.',
    updateBeforeStart: 'Vor jedem Start aktualisieren',
    updateBeforeStartText: 'Dauert länger, aber Spieler warten nie auf eine passende Version.',
    image: 'Container-Image',
    imageText: 'Das erste ist das übliche.',
    crash: 'Nach einem Absturz',
    crashText: 'Was geschieht, wenn das Spiel endet, ohne dass es jemand wollte.',
    restart: 'Von selbst wieder starten',
    restartText: 'Sind die Versuche verbraucht, bleibt er unten, bis jemand nachsieht.',
    crashSentence: 'Höchstens {{attempts}} Mal in {{minutes}} Minuten, vorher {{seconds}} Sekunden warten.',
    attempts: 'Versuche',
    minutes: 'Minuten',
    seconds: 'Sekunden Wartezeit',
    attemptsWrong: 'Von 1 bis 100 Versuchen.',
    minutesWrong: 'Mindestens eine Sekunde: 0,02 Minuten.',
    secondsWrong: '0 Sekunden oder mehr.',
    changes_one: '{{count}} Änderung',
    changes_other: '{{count}} Änderungen',
    actsLater: 'Gilt ab dem nächsten Start.',
    invalid_one: '{{count}} Wert stimmt noch nicht.',
    invalid_other: '{{count}} Werte stimmen noch nicht.',
    restartTitle: 'Das Spiel läuft noch mit älteren Einstellungen',
    restartNotice:
      'Das Gespeicherte gilt ab dem nächsten Start. Beim Neustart fliegen die Spieler kurz hinaus.',
    restartNow: 'Jetzt neu starten',
    notSaved: 'Nichts wurde gespeichert',
    awayTitle: 'Der Knoten ist nicht erreichbar',
    awayText: 'Einstellungen lassen sich jetzt speichern; der Knoten übernimmt sie, sobald er zurück ist.',
  },
}
