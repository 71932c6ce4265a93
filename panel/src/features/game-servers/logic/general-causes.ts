// Crashes that look alike in many games: how they show in the last lines, and what they mean.

import type { CrashCause } from '@rookery/contracts/template/crash-hints.ts'
import { troublePatterns } from '../../tasks/trouble-pattern-rules.ts'

interface GeneralCause {
  cause: CrashCause
  /** Each of them takes time in proportion to the length of the line. */
  pattern: RegExp
  words: string
}

export const generalCauses: readonly GeneralCause[] = [
  {
    cause: 'eula',
    pattern: troublePatterns.eula,
    words:
      'The game starts only after its license terms (EULA) are accepted. Read them, then accept them here.',
  },
  {
    cause: 'port-in-use',
    pattern: troublePatterns['port-in-use'],
    words:
      'Another program on the node is using one of its ports. Choose another port, or stop that program.',
  },
  {
    cause: 'wrong-java',
    pattern: troublePatterns['wrong-java'],
    words: 'This version of the game needs a different version of Java.',
  },
  {
    cause: 'out-of-memory',
    pattern: troublePatterns['out-of-memory'],
    words:
      "The game needed more memory than it's allowed to use. Raise its memory limit, or make it use less.",
  },
  {
    cause: 'no-space',
    pattern: troublePatterns['no-space'],
    words: "The node's disk is full. Free up space, then start again.",
  },
  {
    cause: 'no-space',
    pattern: troublePatterns.quota,
    words: "The node's disk is full. Free up space, then start again.",
  },
  {
    cause: 'engine-down',
    pattern: troublePatterns['engine-down'],
    words: "The game runs in a container, but Docker or Podman isn't running on the node. Start it there.",
  },
  {
    cause: 'image-missing',
    pattern: troublePatterns['image-missing'],
    words:
      "The game's container image couldn't be fetched. Choose another image, or check the node's network.",
  },
  {
    cause: 'missing-program',
    pattern: troublePatterns['missing-program'],
    words:
      "The node, or the game's image, is missing a program that the game needs. Install it, then start again.",
  },
  {
    cause: 'missing-file',
    pattern:
      /\bENOENT\b|\bno such file\b|\bcannot find module\b|\bunable to access jarfile\b|\bcannot open shared object file\b/i,
    words: "A file that the game needs is missing. Update the server to restore the game's own files.",
  },
]
