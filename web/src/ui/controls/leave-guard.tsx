// Asks before a page is left whose changes are not saved.

import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import form from './form.module.css'

export function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  const t = useTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && current.pathname !== next.pathname,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('leave.title')}
      size={420}
    >
      <div className={form.form}>
        <p className="text-quiet">{t('leave.text')}</p>
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {t('leave.leave')}
          </Button>
          <Button data-autofocus onClick={() => blocker.reset?.()}>
            {t('leave.stay')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
