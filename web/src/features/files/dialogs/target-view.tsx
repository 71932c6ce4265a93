// Asks for the folder that entries are moved or copied to: picked from the tree, or typed.

import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import styles from '../files.module.css'
import { normalizeFolder } from '../logic/file-paths.ts'
import { FolderTree, type FolderTreeProps } from '../tree/folder-tree.tsx'
import type { DialogProps } from './new-name-view.tsx'

interface TargetViewProps extends DialogProps {
  how: 'copy' | 'move'
  folder: string
  tree: Omit<FolderTreeProps, 'folder' | 'onOpen'>
  onConfirm: (folder: string) => void
}

export function TargetView({ how, folder, tree, isBusy, problem, onConfirm, onClose }: TargetViewProps) {
  const t = useTexts()
  const [target, setTarget] = useState(folder)
  const normalized = normalizeFolder(target)
  const isThere = how === 'move' && normalized === folder

  function submit(event: FormEvent) {
    event.preventDefault()
    onConfirm(normalized)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('fileDialogs.target')}
        description={t('fileDialogs.targetText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        value={target}
        onChange={event => setTarget(event.currentTarget.value)}
      />
      <div className={`well ${styles.picker}`}>
        <FolderTree {...tree} folder={normalized} onOpen={setTarget} />
      </div>
      {isThere && <p className="text-hint">{t('fileDialogs.alreadyThere')}</p>}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={isThere}>
          {t(`fileDialogs.${how}`)}
        </Button>
      </Group>
    </form>
  )
}
