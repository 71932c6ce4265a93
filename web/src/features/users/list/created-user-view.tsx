// What to hand over to a new user, shown once, and the way to their servers.

import { Button, Group } from '@mantine/core'
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
      <dl className={styles.handOver}>
        <dt>{t('newUser.login')}</dt>
        <dd>
          <code>{login}</code>
          <CopyButton text={login} label={t('newUser.copyLogin')} />
        </dd>
        <dt>{t('newUser.password')}</dt>
        <dd>
          <code>{password}</code>
          <CopyButton text={password} label={t('newUser.copyPassword')} />
        </dd>
      </dl>
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
