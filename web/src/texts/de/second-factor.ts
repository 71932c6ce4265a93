// Die deutschen Texte zum Einrichten des zweiten Faktors, bei der Anmeldung und im Profil.

import type { AreaTexts } from '../chapters.ts'

export const secondFactor: AreaTexts<'secondFactor'> = {
  secondFactor: {
    scan: 'Scanne das mit einer Authenticator-App',
    scanText: 'Jede App, die sechsstellige Codes macht, ist recht.',
    picture: 'QR-Code für die Authenticator-App',
    openApp: 'Die App auf diesem Telefon öffnen',
    byHand: 'Geht nicht? Tippe diesen Schlüssel in die App:',
    copyKey: 'Schlüssel kopieren',
    type: 'Gib den Code ein, den die App zeigt',
    typeText: 'Er beweist, dass App und Panel sich verstehen.',
    code: 'Sechsstelliger Code',
    switchOn: 'Einschalten',
  },
  recoveryCodes: {
    title: 'Bewahre deine Wiederherstellungscodes auf',
    text: 'Jeder gilt einmal anstelle eines Codes aus der App: Ist das Telefon weg, sind sie dein Weg hinein. Sie werden nur jetzt gezeigt.',
    kept: 'Ich habe sie aufbewahrt',
    sheetTitle: 'Wiederherstellungscodes für {{panel}}',
    sheetAccount: 'Konto: {{login}}',
    sheetMade: 'Erstellt am {{date}}',
    sheetUse: 'Jeder Code gilt einmal. Bewahre das dort auf, wo du Passwörter aufbewahrst.',
  },
}
