// Die deutschen Texte der Anmeldung.

import type { AreaTexts } from '../chapters.ts'

export const signIn: AreaTexts<'signIn'> = {
  signIn: {
    title: 'Anmelden',
    login: 'Benutzername',
    password: 'Passwort',
    remember: 'Eine Woche angemeldet bleiben',
    submit: 'Anmelden',
    needLogin: 'Gib deinen Benutzernamen ein.',
    needPassword: 'Gib dein Passwort ein.',
    wrong: 'Benutzername oder Passwort ist falsch.',
    unavailable: 'Das Panel kann die Anmeldung gerade nicht prüfen. Versuche es gleich noch einmal.',
    unreachable: 'Das Panel antwortet nicht. Prüfe deine Verbindung und versuche es noch einmal.',
    captchaUnavailable:
      'Der CAPTCHA-Dienst antwortet nicht, deshalb ist gerade keine Anmeldung möglich. Versuche es später wieder.',
    ended: 'Deine Anmeldung ist abgelaufen. Melde dich wieder an, um weiterzumachen.',
    captchaNeeded: 'Löse zuerst das CAPTCHA.',
    captchaRefused: 'Das CAPTCHA wurde nicht bestanden. Versuche es noch einmal.',
    captchaLoading: 'Das CAPTCHA wird geladen',
    captchaFailed:
      'Das CAPTCHA ließ sich nicht laden. Vielleicht hält es ein Inhaltsblocker oder das Netz zurück.',
    fiveWrong:
      'Fünf Codes waren falsch, deshalb ist diese Anmeldung beendet. Gib dein Passwort noch einmal ein.',
    challengeEnded:
      'Diese Anmeldung ist beendet, bevor ein richtiger Code kam. Gib dein Passwort noch einmal ein.',
    challengeOver: 'Die fünf Minuten für den Code sind vorbei. Gib dein Passwort noch einmal ein.',
    enrolled:
      'Die Anmeldung in zwei Schritten ist an. Melde dich noch einmal an, jetzt mit einem Code aus der App.',
    enrolmentOver: 'Die Zeit zum Einrichten ist abgelaufen. Melde dich für weitere 15 Minuten wieder an.',
    codeTitle: 'Gib deinen Code ein',
    codeText: 'Das Passwort stimmt. Jetzt noch die sechs Ziffern, die deine Authenticator-App zeigt.',
    codeWrong_one: 'Dieser Code ist falsch oder schon benutzt. Noch {{count}} Versuch.',
    codeWrong_other: 'Dieser Code ist falsch oder schon benutzt. Noch {{count}} Versuche.',
    recoveryTitle: 'Wiederherstellungscode benutzen',
    recoveryText: 'Einer der zehn Codes, die du beim Einrichten aufbewahrt hast. Jeder gilt einmal.',
    recoveryCode: 'Wiederherstellungscode',
    useRecovery: 'Wiederherstellungscode benutzen',
    useApp: 'Die App benutzen',
    backToPassword: 'Zurück zum Passwort',
    enrolTitle: 'Schütze dein Konto, um weiterzumachen',
    enrolText:
      'Administratoren dieses Panels brauchen die Anmeldung in zwei Schritten, und die Frist dafür ist vorbei. Bis sie an ist, kann diese Anmeldung nichts anderes tun.',
    timeLeft: 'Zeit übrig',
    again: 'Mit einem Code anmelden',
  },
}
