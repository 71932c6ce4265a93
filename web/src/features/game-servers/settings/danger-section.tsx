// What cannot be taken back: the end of a game server.

import { Button } from '@mantine/core'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { Section, SettingRow } from '../../../ui/controls/section.tsx'
import { DeletePage } from '../manage/delete-page.tsx'
import styles from './settings.module.css'

export function DangerSection({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div id="danger" className={styles.anchor}>
      <Section title={t('settings.danger')} text={t('settings.dangerText')}>
        <SettingRow
          title={t('settings.deleteTitle')}
          text={t('settings.deleteText')}
          action={
            <Button color="danger" variant="outline" onClick={() => setIsDeleting(true)}>
              {t('manageServer.deleteConfirm')}
            </Button>
          }
        />
      </Section>
      {isDeleting && <DeletePage gameServer={gameServer} onClose={() => setIsDeleting(false)} />}
    </div>
  )
}
