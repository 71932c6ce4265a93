// What others lose by: the suspension of a game server, and its end.

import { Button } from '@mantine/core'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { Section, SettingRow } from '../../../ui/controls/section.tsx'
import { DeletePage } from '../manage/delete-page.tsx'
import styles from './settings.module.css'
import { SuspensionRow } from './suspension-row.tsx'

interface DangerSectionProps {
  gameServer: GameServerDetail
  /** Who also suspends it. */
  isAdministrator: boolean
}

export function DangerSection({ gameServer, isAdministrator }: DangerSectionProps) {
  const t = useTexts()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div id="danger" className={styles.anchor}>
      <Section title={t('settings.danger')} text={t('settings.dangerText')}>
        {isAdministrator && <SuspensionRow gameServer={gameServer} />}
        <SettingRow
          title={t('settings.deleteTitle')}
          text={t('settings.deleteText')}
          action={
            <Button
              color="danger"
              variant="outline"
              disabled={gameServer.suspended !== null && !isAdministrator}
              onClick={() => setIsDeleting(true)}
            >
              {t('manageServer.deleteConfirm')}
            </Button>
          }
        />
      </Section>
      {isDeleting && <DeletePage gameServer={gameServer} onClose={() => setIsDeleting(false)} />}
    </div>
  )
}
