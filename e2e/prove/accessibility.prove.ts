// Every screen that is looked at and every specimen, with every rule of axe in dark, light and at phone width.

// It is checked with the types of a browser, which this program does not have: so it is loaded by its name.
const proof: string = '../../web/pictures/checks/accessibility-proof.ts'
await import(proof)

export {}
