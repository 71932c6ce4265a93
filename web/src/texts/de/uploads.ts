// Die deutschen Texte der Uploads.

import type { AreaTexts } from '../chapters.ts'

export const uploads: AreaTexts<'uploads'> = {
  uploads: {
    title: 'Uploads',
    files: 'Dateien hochladen',
    folder: 'Ordner hochladen',
    drop: 'Loslassen zum Hochladen',
    topFolder: 'in den obersten Ordner',
    queued: 'Wartet, bis es an der Reihe ist',
    checking: 'Prüfsumme wird berechnet, {{percent}} %',
    sending: '{{sent}} von {{size}}',
    settling: 'Der Knoten prüft sie',
    waitsForConnection: 'Verbindung verloren. Es geht von selbst weiter.',
    waitsForNode: 'Der Knoten antwortet nicht. Es geht von selbst weiter.',
    taken: 'Der Name ist vergeben',
    skipped: 'Übersprungen',
    cancelled: 'Abgebrochen',
    done: 'Hochgeladen',
    under_one: '{{done}} von {{count}} Datei hochgeladen',
    under_other: '{{done}} von {{count}} Dateien hochgeladen',
    none_one: 'Die Datei wurde nicht hochgeladen',
    none_other: 'Keine von {{count}} Dateien wurde hochgeladen',
    someDone_one: '{{done}} von {{count}} Datei hochgeladen',
    someDone_other: '{{done}} von {{count}} Dateien hochgeladen',
    allDone_one: '{{count}} Datei hochgeladen',
    allDone_other: '{{count}} Dateien hochgeladen',
    left: 'noch {{span}}',
    paused: 'Verbindung verloren, wartet',
    takenShort_one: '{{count}} Name vergeben',
    takenShort_other: '{{count}} Namen vergeben',
    refusedShort_one: '{{count}} abgelehnt',
    refusedShort_other: '{{count}} abgelehnt',
    more_one: 'und {{count}} weitere',
    more_other: 'und {{count}} weitere',
    progressOf: 'Fortschritt von {{name}}',
    cancel: 'Abbrechen',
    cancelNamed: 'Hochladen von {{name}} abbrechen',
    retryNamed: '{{name}} noch einmal hochladen',
    cancelAll: 'Alle abbrechen',
    fold: 'Uploads einklappen',
    unfold: 'Uploads zeigen',
    close: 'Uploads schließen',
    takenOne: '{{name}} gibt es schon',
    takenMany_one: '{{count}} Datei gibt es schon',
    takenMany_other: '{{count}} Dateien gibt es schon',
    takenText: 'Die Antwort gilt für alle Dateien, die zusammen ausgewählt wurden.',
    when: { replace: 'Ersetzen', keep: 'Beide behalten', skip: 'Überspringen' },
    tooManyTitle: 'Zu viele Dateien auf einmal',
    tooMany_one: 'Höchstens {{count}} Datei auf einmal. Wähle weniger, oder bring sie per SFTP.',
    tooMany_other: 'Höchstens {{count}} Dateien auf einmal. Wähle weniger, oder bring sie per SFTP.',
    unreadableTitle: 'Es wurde nichts hochgeladen',
    refusedType: {
      none: 'Abgelehnt: Der Inhalt ist {{type}}. SVG und HTML können im Browser Skripte ausführen und werden nie als Upload angenommen. Bring die Datei per SFTP oder in einem Archiv.',
      archives:
        'Abgelehnt: Der Inhalt ist ein Archiv ({{type}}). Ein Administrator kann Archive auf diesem Panel erlauben: FILES_UPLOAD_ALLOW_ARCHIVES=true.',
      types:
        'Abgelehnt: Der Inhalt ist {{type}}, und diesen Typ nimmt das Panel nicht an. Ein Administrator kann ihn erlauben: FILES_UPLOAD_ALLOWED_MIMES={{type}}.',
      unknown:
        'Abgelehnt: Der Inhalt ist {{type}}, und diesen Typ nimmt das Panel nicht an. Ein Administrator kann das ändern, oder du bringst die Datei per SFTP.',
    },
    refused: {
      tooLarge: 'Zu groß: Ein Upload fasst höchstens {{limit}}. Per SFTP gehen größere Dateien.',
      noSpace:
        'Kein Platz mehr: Die Platte des Knotens oder das Limit dieses Servers ist voll. Lösch etwas, dann noch einmal versuchen.',
      damaged: 'Die Bytes kamen beschädigt an und wurden verworfen. Versuch es noch einmal.',
      unreadable:
        'Die Datei ließ sich nicht lesen. Vielleicht wurde sie seit der Auswahl verschoben oder geändert.',
      unreachable:
        'Das Panel war zehn Minuten lang nicht zu erreichen. Versuch es noch einmal: Es geht dort weiter, wo es aufgehört hat.',
      forbidden:
        'Hier darfst du keine Dateien ablegen. Ein Administrator kann dir das Recht auf die Dateien dieses Servers geben.',
      gone: 'Den Server oder den Ordner gibt es nicht mehr.',
      names: 'Von diesem Namen gibt es schon hundert Kopien.',
    },
  },
}
