// The end of a user: the way to it, and the question that says what ends.

import { Button, Group } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import styles from '../users.module.css'

export function DeleteRow({ isOwn, onDelete }: { isOwn: boolean; onDelete: () => void }) {
  const t = useTexts()
  return (
    <Group className={`${form.padded} `} gap={0} align="stretch" wrap="nowrap" justify="flex-end">
      {isOwn ? (
        <p className="text-quiet">{t('user.deleteOwn')}</p>
      ) : (
        <Button variant="default" color="danger" onClick={onDelete}>
          {t('user.delete')}
        </Button>
      )}
    </Group>
  )
}

interface DeleteUserViewProps {
  isBusy: boolean
  problem: string | null
  onDelete: () => void
  onClose: () => void
}

const ends = ['endsSessions', 'endsTokens', 'endsChannels', 'endsRights'] as const

export function DeleteUserView({ isBusy, problem, onDelete, onClose }: DeleteUserViewProps) {
  const t = useTexts()
  return (
    <div className={form.form}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <div className="text-quiet">
        <p>{t('user.confirmText')}</p>
        <ul className={styles.ends}>
          {ends.map(each => (
            <li key={each}>{t(`user.${each}`)}</li>
          ))}
        </ul>
      </div>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={onDelete}>
          {t('user.confirm')}
        </Button>
      </Group>
    </div>
  )
}
