// Die deutschen Texte beim Bearbeiten, Klonen und Löschen eines Spielservers.

import type { AreaTexts } from '../chapters.ts'

export const manageServer: AreaTexts<'manageServer'> = {
  manageServer: {
    menu: 'Mehr zu {{name}}',
    edit: 'Server bearbeiten',
    clone: 'Klonen',
    delete: 'Löschen',
    editTitle: '{{name}} bearbeiten',
    editText: 'Adresse, Ports, Grenzen und die Betriebsart gelten ab dem nächsten Start.',
    rconPassword: 'RCON-Passwort',
    save: 'Speichern',
    cloneTitle: '{{name}} klonen',
    cloneText: 'Der Klon hat dieselben Einstellungen und Grenzen auf demselben Knoten, und eigene Ports.',
    cloneName: 'Name des Klons',
    cloneOf: '{{name}} (Kopie)',
    withFiles: 'Mit seinen Dateien',
    withFilesText: 'Welt, Mods und Konfiguration kommen mit. Es dauert so lange, wie der Ordner groß ist.',
    fresh: 'Frisch',
    freshText: 'Das Spiel wird neu installiert, mit leerer Welt.',
    cloneRunning: 'Das Spiel läuft: Was es noch nicht auf die Platte geschrieben hat, fehlt in der Kopie.',
    cloneConfirm: 'Klonen',
    deleteTitle: '{{name}} löschen?',
    deleteText: 'Er wird gestoppt und aus dem Panel entfernt, mit seinen Rechten und Zeitplänen.',
    keepFiles: 'Seine Dateien behalten',
    keepFilesText: 'Der Ordner bleibt auf dem Knoten {{node}}.',
    deleteFiles: 'Auch seine Dateien löschen',
    deleteFilesText:
      'Welten, Einstellungen und alles andere in seinem Ordner gehen verloren. Das lässt sich nicht rückgängig machen.',
    deleteConfirm: 'Server löschen',
  },
}
