// A name of a file as people may see it: isolated from the text around it, what cannot be seen is spelt out.

import styles from './files.module.css'
import { type NamePart, partsOfName, partsOfText } from './logic/displayed-name.ts'

export function DisplayedName({ name }: { name: string }) {
  return <Parts parts={partsOfName(name)} />
}

/** A part of a line. */
export function DisplayedText({ text }: { text: string }) {
  return <Parts parts={partsOfText(text)} />
}

function Parts({ parts }: { parts: NamePart[] }) {
  let at = 0
  return (
    <bdi>
      {parts.map(({ text, isEscape }) => {
        at += text.length
        return isEscape ? (
          <span key={at} className={styles.escape}>
            {text}
          </span>
        ) : (
          text
        )
      })}
    </bdi>
  )
}
