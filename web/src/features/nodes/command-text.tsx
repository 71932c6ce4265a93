// A command for a terminal: it breaks between its words, and within one only where that is longer than a line.

import { Fragment } from 'react'
import styles from './nodes.module.css'

const longWord = 24

export function CommandText({ command }: { command: string }) {
  return (
    <code className={styles.command}>
      {command.split('\n').map(line => (
        <span key={line} className={styles.commandLine}>
          {line.split(' ').map((word, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line stay where they are
            <Fragment key={at}>
              {at > 0 && ' '}
              <span className={word.length > longWord ? styles.longWord : styles.word}>{word}</span>
            </Fragment>
          ))}
        </span>
      ))}
    </code>
  )
}
