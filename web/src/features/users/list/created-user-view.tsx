// What to hand over to a new user, shown once, and the way to their servers.

import { Box, Button, Group } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import form from '../../../ui/controls/form.module.css'
import styles from '../users.module.css'

interface CreatedUserViewProps {
  login: string
  password: string
  onChooseServers: () => void
  onClose: () => void
}

export function CreatedUserView({ login, password, onChooseServers, onClose }: CreatedUserViewProps) {
  const t = useTexts()
  return (
    <div className={form.form}>
      <p className="text-quiet">{t('newUser.madeText')}</p>
      <Box component="dl" className={`well ${styles.handOver}`} p="12px 10px 12px 16px">
        <dt className="text-hint">{t('newUser.login')}</dt>
        <Group component="dd" gap={8} wrap="nowrap" justify="space-between">
          <code>{login}</code>
          <CopyButton text={login} label={t('newUser.copyLogin')} />
        </Group>
        <dt className="text-hint">{t('newUser.password')}</dt>
        <Group component="dd" gap={8} wrap="nowrap" justify="space-between">
          <code>{password}</code>
          <CopyButton text={password} label={t('newUser.copyPassword')} />
        </Group>
      </Box>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.done')}
        </Button>
        <Button data-autofocus onClick={onChooseServers}>
          {t('newUser.chooseServers')}
        </Button>
      </Group>
    </div>
  )
}
