// What is wrong with an archive, or with what should go into one, in words for the person who wants it.

export class ArchiveProblem extends Error {}
