// Crashes that look alike in many games: how they show in the last lines, and what they mean.

import type { CrashCause } from '@rookery/contracts/template/crash-hints.ts'

interface GeneralCause {
  cause: CrashCause
  /** Each of them takes time in proportion to the length of the line. */
  pattern: RegExp
  words: string
}

export const generalCauses: readonly GeneralCause[] = [
  {
    cause: 'eula',
    pattern: /\bagree to the EULA\b|\beula\.txt\b|\baccept the EULA\b/i,
    words: 'The game starts only when its license (EULA) has been accepted. Read it, then accept it here.',
  },
  {
    cause: 'port-in-use',
    pattern:
      /\baddress already in use\b|\bEADDRINUSE\b|\bbind failed\b|\b(?:failed|unable|could ?n[o']t|cannot) (?:to )?bind\b/i,
    words: 'Another program on the node uses one of its ports. Choose another port, or stop that program.',
  },
  {
    cause: 'wrong-java',
    pattern: /\bUnsupportedClassVersionError\b|\brequires (?:at least )?java\b|\bclass file version \d/i,
    words: 'This version of the game needs another version of Java than the one that it was started with.',
  },
  {
    cause: 'out-of-memory',
    pattern:
      /\bOutOfMemoryError\b|\bheap out of memory\b|\bstd::bad_alloc\b|\bcannot allocate memory\b|\bout of memory\b/i,
    words: 'The game needed more memory than it may have. Raise its memory limit, or have it use less of it.',
  },
  {
    cause: 'no-space',
    pattern: /\bno space left on device\b|\bENOSPC\b|\bdisk quota exceeded\b/i,
    words: 'The disk of the node is full. Delete what is no longer needed, or ask for more space.',
  },
  {
    cause: 'missing-file',
    pattern:
      /\bENOENT\b|\bno such file\b|\bcannot find module\b|\bunable to access jarfile\b|\bcannot open shared object file\b/i,
    words: 'A file that the game needs is missing. An update puts back what belongs to the game itself.',
  },
]
