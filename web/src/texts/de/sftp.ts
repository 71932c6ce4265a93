// Die deutschen Texte zu SFTP: Schlüssel und Passwort im Profil, und die Karte neben den Dateien.

import type { AreaTexts } from '../chapters.ts'

export const sftp: AreaTexts<'sftp'> = {
  ownSftp: {
    keys: 'Öffentliche Schlüssel',
    keysText:
      'Der sicherste Weg zu den Dateien deiner Server mit FileZilla, WinSCP, rsync oder einem Terminal. Hier liegt nur die öffentliche Hälfte.',
    noKeys: 'Noch keine öffentlichen Schlüssel',
    noKeysText:
      'Füge den Inhalt einer .pub-Datei ein, etwa ~/.ssh/id_ed25519.pub. Dein privater Schlüssel bleibt bei dir.',
    addKey: 'Schlüssel hinzufügen',
    publicKey: 'Öffentlicher Schlüssel',
    publicKeyText: 'Eine Zeile, die mit ihrem Typ beginnt, wie in einer .pub-Datei.',
    privateKey:
      'Das ist der private Schlüssel. Er muss auf deinem Rechner bleiben: Füge den Inhalt der Datei ein, die auf .pub endet.',
    needKey: 'Füge einen öffentlichen Schlüssel ein.',
    keyName: 'Name',
    keyNamePlaceholder: 'Zum Beispiel: Laptop',
    lastUsed: 'Zuletzt benutzt',
    neverUsed: 'Nie benutzt',
    added: 'hinzugefügt',
    delete: 'Löschen',
    deleteNamed: '{{name}} löschen',
    deleteTitle: '{{name}} löschen?',
    deleteText:
      'Mit diesem Schlüssel kommt niemand mehr hinein, und Verbindungen, die damit offen sind, enden sofort.',
    password: 'Passwort für SFTP',
    passwordText:
      'Für Programme, die keine Schlüssel kennen. Es öffnet deine Dateien per SFTP und sonst nichts; das Passwort des Panels gilt dort nie.',
    noPassword: 'Kein Passwort',
    noPasswordText:
      'Nur deine Schlüssel kommen hinein. Erzeuge eines, wenn dein Programm keine Schlüssel kann.',
    makePassword: 'Passwort erzeugen',
    notMade: 'Es wurde kein Passwort erzeugt',
    hasPassword: 'Es gibt ein Passwort',
    made: 'Erzeugt',
    hasPasswordText: 'Das Panel behält nur einen Hash davon und kann es nicht noch einmal zeigen.',
    replace: 'Ersetzen',
    replaceTitle: 'Das Passwort für SFTP ersetzen?',
    replaceText: 'Das bisherige gilt dann nicht mehr, und Verbindungen, die damit offen sind, enden sofort.',
    replaceConfirm: 'Neues erzeugen',
    remove: 'Entfernen',
    removeTitle: 'Das Passwort für SFTP entfernen?',
    removeText:
      'Danach kommen nur noch Schlüssel hinein. Verbindungen, die mit dem Passwort offen sind, enden sofort.',
    madeTitle: 'Dein Passwort für SFTP',
    shownOnce:
      'Kopiere es jetzt. Das Panel behält nur einen Hash davon und kann es nicht noch einmal zeigen.',
    copyPassword: 'Passwort kopieren',
    whereToUse: 'Adresse, Port und Benutzername stehen bei jedem Server unter Dateien.',
  },
  sftpCard: {
    on: 'An',
    off: 'Abgeschaltet',
    silent: 'Antwortet nicht',
    offText:
      'Per SFTP arbeiten FileZilla, WinSCP oder ein Terminal an diesen Dateien, auch mit Dateien, die für einen Upload zu groß sind. Auf diesem Knoten ist es abgeschaltet; wer den Knoten verwaltet, kann es einschalten.',
    openNode: 'Knoten öffnen',
    silentTitle: 'Der Knoten lauscht nicht auf SFTP',
    silentText:
      'Es ist eingeschaltet, aber der Knoten ist nicht erreichbar oder sein Port ist belegt. Die Seite des Knotens sagt, was davon.',
    host: 'Adresse',
    noHost: 'Der Knoten hat noch keine Adresse genannt',
    port: 'Port',
    username: 'Benutzername',
    link: 'Link',
    command: 'Befehl',
    fingerprint: 'Host-Schlüssel',
    copyHost: 'Adresse kopieren',
    copyPort: 'Port kopieren',
    copyUsername: 'Benutzernamen kopieren',
    copyLink: 'Link kopieren',
    signIn: 'Melde dich mit einem öffentlichen Schlüssel an oder mit einem Passwort nur für SFTP.',
    toProfile: 'Im Profil einrichten',
  },
}
