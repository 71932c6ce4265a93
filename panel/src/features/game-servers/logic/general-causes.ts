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
    words: 'The game starts only when its license (EULA) has been accepted. Read it, then accept it here.',
  },
  {
    cause: 'port-in-use',
    pattern: troublePatterns['port-in-use'],
    words: 'Another program on the node uses one of its ports. Choose another port, or stop that program.',
  },
  {
    cause: 'wrong-java',
    pattern: troublePatterns['wrong-java'],
    words: 'This version of the game needs another version of Java than the one that it was started with.',
  },
  {
    cause: 'out-of-memory',
    pattern: troublePatterns['out-of-memory'],
    words:
      'The game needed more memory than it is allowed to use. Raise its memory limit, or have it use less of it.',
  },
  {
    cause: 'no-space',
    pattern: troublePatterns['no-space'],
    words: 'The disk of the node is full. Delete what is no longer needed, or ask for more space.',
  },
  {
    cause: 'no-space',
    pattern: troublePatterns.quota,
    words: 'The disk of the node is full. Delete what is no longer needed, or ask for more space.',
  },
  {
    cause: 'engine-down',
    pattern: troublePatterns['engine-down'],
    words: 'The game runs in a container, and Docker or Podman does not work on its node. Start it there.',
  },
  {
    cause: 'image-missing',
    pattern: troublePatterns['image-missing'],
    words: 'The container image of the game could not be fetched. Choose another one, or check the node.',
  },
  {
    cause: 'missing-program',
    pattern: troublePatterns['missing-program'],
    words:
      'A program that the game needs is not on the node, or not in its image. Install it, then start again.',
  },
  {
    cause: 'missing-file',
    pattern:
      /\bENOENT\b|\bno such file\b|\bcannot find module\b|\bunable to access jarfile\b|\bcannot open shared object file\b/i,
    words: 'A file that the game needs is missing. An update puts back what belongs to the game itself.',
  },
]
