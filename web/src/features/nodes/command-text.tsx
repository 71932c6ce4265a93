// A command for a terminal: it breaks between its words and nowhere else, so that it can be read and typed as it is.

import { Fragment } from 'react'
import styles from './nodes.module.css'

/** What is longer than its line scrolls. */
export function CommandText({ command }: { command: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <code className={styles.command} tabIndex={0}>
      {command.split('\n').map(line => (
        <span key={line} className={styles.commandLine}>
          {line.split(' ').map((word, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a line stay where they are
            <Fragment key={at}>
              {at > 0 && ' '}
              <span className={styles.word}>{word}</span>
            </Fragment>
          ))}
        </span>
      ))}
    </code>
  )
}
