// The French texts of setting up a second factor, at sign-in and in the profile.

import type { AreaTexts } from '../chapters.ts'

export const secondFactor: AreaTexts<'secondFactor'> = {
  secondFactor: {
    scan: 'Scannez ceci avec une application d’authentification',
    scanText: 'Toute application qui crée des codes à six chiffres convient.',
    picture: 'Code QR pour l’application d’authentification',
    openApp: 'Ouvrir l’application sur ce téléphone',
    byHand: 'Impossible de scanner ? Saisissez cette clé dans l’application :',
    copyKey: 'Copier la clé',
    type: 'Saisissez le code que l’application affiche',
    typeText: 'Il prouve que l’application et ce panneau s’accordent.',
    code: 'Code à six chiffres',
    switchOn: 'Activer',
  },
  recoveryCodes: {
    title: 'Gardez vos codes de récupération',
    text: 'Chacun sert une fois à la place d’un code de votre application : en cas de perte du téléphone, ils sont votre accès. Ils ne sont affichés que maintenant.',
    kept: 'Je les ai gardés',
    sheetTitle: 'Codes de récupération pour {{panel}}',
    sheetAccount: 'Compte : {{login}}',
    sheetMade: 'Créés le {{date}}',
    sheetUse: 'Chaque code sert une fois. Gardez-les là où vous gardez vos mots de passe.',
  },
}
