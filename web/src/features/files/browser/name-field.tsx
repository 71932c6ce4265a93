// A new name typed in place of the old one.

import { Group } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { nameInText } from '../logic/displayed-name.ts'
import { endingAt, type NameFault, nameFault } from '../logic/file-paths.ts'
import styles from './browser.module.css'

interface NameFieldProps {
  name: string
  /** Of the others in the folder. */
  taken: ReadonlySet<string>
  onRename: (name: string) => void
  onClose: () => void
}

export function NameField({ name, taken, onRename, onClose }: NameFieldProps) {
  const t = useTexts()
  const [typed, setTyped] = useState(name)
  const isOver = useRef(false)
  const fault: NameFault | null = typed === name ? null : nameFault(typed, taken)

  function finish(isWanted: boolean) {
    if (isOver.current) return
    if (isWanted && fault) return
    isOver.current = true
    if (isWanted && typed !== name) onRename(typed)
    else onClose()
  }

  function press(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Enter') finish(true)
    if (event.key === 'Escape') finish(false)
  }

  return (
    <Group component="span" flex={1} gap={10} miw={0} wrap="nowrap">
      <input
        // biome-ignore lint/a11y/noAutofocus: somebody has just asked to type a name
        autoFocus
        className={styles.nameField}
        aria-label={t('fileDialogs.newName', { name: nameInText(name) })}
        aria-invalid={fault !== null}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onFocus={event => event.currentTarget.setSelectionRange(0, endingAt(name))}
        onClick={event => event.stopPropagation()}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => finish(!fault)}
      />
      {fault && (
        <span className="text-problem truncate mantine-visible-from-sm" role="alert">
          {t(`fileDialogs.nameFaults.${fault}`)}
        </span>
      )}
    </Group>
  )
}
