// The French texts of signing in.

import type { AreaTexts } from '../chapters.ts'

export const signIn: AreaTexts<'signIn'> = {
  signIn: {
    title: 'Connexion',
    login: 'Identifiant',
    password: 'Mot de passe',
    remember: 'Rester connecté pendant une semaine',
    submit: 'Se connecter',
    needLogin: 'Saisissez votre identifiant.',
    needPassword: 'Saisissez votre mot de passe.',
    wrong: 'L’identifiant ou le mot de passe est incorrect.',
    unavailable: 'Le panneau ne peut pas vérifier votre connexion pour le moment. Réessayez dans un instant.',
    unreachable: 'Le panneau ne répond pas. Vérifiez votre connexion et réessayez.',
    captchaUnavailable:
      'Le service de CAPTCHA ne répond pas, personne ne peut donc se connecter pour le moment. Réessayez plus tard.',
    ended: 'Votre session est terminée. Reconnectez-vous pour continuer.',
    captchaNeeded: 'Résolvez d’abord le CAPTCHA.',
    captchaRefused: 'Le CAPTCHA n’a pas été réussi. Essayez encore une fois.',
    captchaLoading: 'Chargement du CAPTCHA',
    captchaFailed:
      'Le CAPTCHA n’a pas pu être chargé. Un bloqueur de contenu ou le réseau l’empêche peut-être.',
    fiveWrong:
      'Cinq codes étaient incorrects, cette connexion est donc terminée. Saisissez de nouveau votre mot de passe.',
    challengeEnded:
      'Cette connexion s’est terminée avant un code correct. Saisissez de nouveau votre mot de passe.',
    challengeOver:
      'Les cinq minutes accordées pour le code sont écoulées. Saisissez de nouveau votre mot de passe.',
    enrolled:
      'La validation en deux étapes est activée. Connectez-vous encore une fois, avec un code de votre application.',
    enrolmentOver: 'Le délai de configuration est écoulé. Reconnectez-vous pour 15 minutes de plus.',
    codeTitle: 'Saisissez votre code',
    codeText:
      'Votre mot de passe est correct. Maintenant, les six chiffres qu’affiche votre application d’authentification.',
    codeWrong_one: 'Ce code est incorrect ou déjà utilisé. Il reste {{count}} essai.',
    codeWrong_many: 'Ce code est incorrect ou déjà utilisé. Il reste {{count}} essais.',
    codeWrong_other: 'Ce code est incorrect ou déjà utilisé. Il reste {{count}} essais.',
    recoveryTitle: 'Utiliser un code de récupération',
    recoveryText:
      'L’un des dix codes gardés lors de la configuration de la validation en deux étapes. Chacun sert une fois.',
    recoveryCode: 'Code de récupération',
    useRecovery: 'Utiliser un code de récupération',
    useApp: 'Utiliser l’application',
    backToPassword: 'Retour au mot de passe',
    enrolTitle: 'Protégez votre compte pour continuer',
    enrolText:
      'Les administrateurs de ce panneau ont besoin de la validation en deux étapes, et le délai pour la configurer est passé. Tant qu’elle n’est pas activée, cette session ne peut rien faire d’autre.',
    timeLeft: 'Temps restant',
    again: 'Se connecter avec un code',
  },
}
