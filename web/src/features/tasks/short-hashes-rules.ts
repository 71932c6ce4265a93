// Checksums in a sentence of a list: told apart by their first characters, whole on the page of the task.

const long = /\b([0-9a-f]{8})[0-9a-f]{8,}\b/gi

export const shortHashes = (text: string): string => text.replaceAll(long, '$1…')
