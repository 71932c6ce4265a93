// The end of a role: the way to it, and the question that says how many people it concerns.

import { Button, Group } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface DeleteRoleRowProps {
  role: Pick<Role, 'built_in'>
  onDelete: () => void
}

export function DeleteRoleRow({ role, onDelete }: DeleteRoleRowProps) {
  const t = useTexts()
  return (
    <Group className={`${form.padded} `} gap={0} align="stretch" wrap="nowrap" justify="flex-end">
      {role.built_in ? (
        <p className="text-quiet">{t('roles.deleteBuiltIn')}</p>
      ) : (
        <Button variant="default" color="danger" onClick={onDelete}>
          {t('roles.delete')}
        </Button>
      )}
    </Group>
  )
}

interface DeleteRoleViewProps {
  role: Pick<Role, 'user_count'>
  isBusy: boolean
  problem: string | null
  onDelete: () => void
  onClose: () => void
}

export function DeleteRoleView({ role, isBusy, problem, onDelete, onClose }: DeleteRoleViewProps) {
  const t = useTexts()
  const count = role.user_count
  return (
    <div className={form.form}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">
        {count === 0 ? t('roles.confirmNobody') : t('roles.confirmHolders', { count })}
      </p>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={onDelete}>
          {t('roles.confirm')}
        </Button>
      </Group>
    </div>
  )
}
