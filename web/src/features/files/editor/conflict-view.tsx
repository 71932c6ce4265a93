// Two versions of one text: what differs, and which of them stays.

import { Button, Group } from '@mantine/core'
import { DifferenceView } from '../../../parts/code-editor/difference-view.tsx'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { nameInText } from '../logic/displayed-name.ts'
import styles from './editor.module.css'

export interface ConflictViewProps {
  name: string
  /** Null when the file is no longer there. */
  theirs: string | null
  mine: string
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
  onGoOn: () => void
}

export function ConflictView(props: ConflictViewProps) {
  const t = useTexts()
  const { name, theirs, mine, isBusy, onTakeTheirs, onKeepMine, onGoOn } = props
  const displayName = nameInText(name)
  return (
    <div className={form.form}>
      <p className="text-quiet">
        {theirs === null
          ? t('fileEditor.goneText', { name: displayName })
          : t('fileEditor.conflictText', { name: displayName })}
      </p>
      {theirs !== null && (
        <DifferenceView
          old={theirs}
          now={mine}
          oldLabel={t('fileEditor.theirs')}
          nowLabel={t('fileEditor.mine')}
        />
      )}
      <Group className={`${form.foot} ${styles.choices}`} gap={12} justify="flex-end">
        {/* What differs is in sight above: the way on is to look at it, and a version that goes is lost. */}
        {theirs === null ? (
          <>
            <Button variant="subtle" data-autofocus onClick={onGoOn}>
              {t('fileEditor.goOnEditing')}
            </Button>
            <Button loading={isBusy} onClick={onKeepMine}>
              {t('fileEditor.saveAnew')}
            </Button>
          </>
        ) : (
          <>
            <Button color="danger" loading={isBusy} onClick={onKeepMine}>
              {t('fileEditor.keepMine')}
            </Button>
            <Button variant="default" onClick={onTakeTheirs}>
              {t('fileEditor.takeTheirs')}
            </Button>
            <Button data-autofocus onClick={onGoOn}>
              {t('fileEditor.goOnEditing')}
            </Button>
          </>
        )}
      </Group>
    </div>
  )
}
