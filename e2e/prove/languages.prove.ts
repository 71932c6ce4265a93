// Every address and every specimen in six languages at phone width: nothing is cut, nothing is too wide.

// It is checked with the types of a browser, which this program does not have: so it is loaded by its name.
const proof: string = '../../web/pictures/checks/languages-proof.ts'
await import(proof)

export {}
