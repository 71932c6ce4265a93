// The English texts of setting up a second factor, at sign-in and in the profile.

export const secondFactor = {
  secondFactor: {
    scan: 'Scan this with an authenticator app',
    scanText: 'Any app that makes six-digit codes works.',
    picture: 'QR code for the authenticator app',
    openApp: 'Open the app on this phone',
    byHand: 'Cannot scan? Type this key into the app:',
    copyKey: 'Copy key',
    type: 'Type the code that the app shows',
    typeText: 'It proves that the app and this panel agree.',
    code: 'Six-digit code',
    switchOn: 'Switch on',
  },
  recoveryCodes: {
    title: 'Keep your recovery codes',
    text: 'Each of these works once instead of a code from your app: when the phone is lost, they are the way in. They are shown only now.',
    kept: 'I have kept them',
    sheetTitle: 'Recovery codes for {{panel}}',
    sheetAccount: 'Account: {{login}}',
    sheetMade: 'Made on {{date}}',
    sheetUse: 'Each code works once. Keep this where you keep passwords.',
  },
}
