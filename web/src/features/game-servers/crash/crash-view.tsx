// Why it is down: how the game ended, the likely cause with the button that repairs it, and its last lines.

import { Box, Button, Group } from '@mantine/core'
import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { CrashRepair } from '@rookery/contracts/template/crash-hints.ts'
import { IconAlertTriangleFilled, IconPlayerPlay, IconTerminal2, IconTool } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { timeAgo } from '../../../ui/time/relative-time.ts'
import { ReinstallDialog } from '../game-files-view.tsx'
import styles from '../overview.module.css'
import { causeText, endingText, repairText } from './logic/crash-text.ts'
import { howItEnded } from './logic/exit-cause.ts'

export interface CrashViewProps {
  gameServer: Pick<GameServer, 'id' | 'name' | 'state_reason' | 'state_changed_at'>
  /** Null for those who may not read the console; it offers only repairs that the person may have done. */
  crash: CrashReport | null
  nowMs: number
  canSeeConsole: boolean
  mayStart: boolean
  isBusy: boolean
  onRepair: (repair: CrashRepair) => void
  onStart: () => void
}

export function CrashView(props: CrashViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const { gameServer, crash, nowMs } = props
  const time = timeAgo(Date.parse(gameServer.state_changed_at), nowMs, language)
  const reason = gameServer.state_reason ?? t('crash.hiddenReport')
  return (
    <section className={styles.crash} aria-label={t('crash.title', { time })}>
      <Group gap={14} align="flex-start" wrap="nowrap" pt={16} pr={20} pb={14} pl={18}>
        <IconAlertTriangleFilled size={20} color="var(--state-trouble)" aria-hidden />
        <div>
          <h2>{t('crash.title', { time })}</h2>
          <Box component="p" className="text-quiet breakable" mt={2}>
            {crash ? endingText(t, howItEnded(crash)) : reason}
          </Box>
        </div>
      </Group>
      {crash && <Causes {...props} crash={crash} />}
      <Foot {...props} />
      {crash && crash.last_lines.length > 0 && <LastLines lines={crash.last_lines} />}
    </section>
  )
}

function Causes({ crash, gameServer, isBusy, onRepair }: CrashViewProps & { crash: CrashReport }) {
  const t = useTexts()
  const language = useLanguage()
  const [asked, setAsked] = useState<CrashRepair | null>(null)
  if (crash.causes.length === 0)
    return (
      <Box component="p" className="text-quiet" pl={{ base: 18, sm: 52 }} pr={20} pb={14}>
        {t('crash.nothingKnown')}
      </Box>
    )
  return (
    <ul>
      {crash.causes.map((cause, at) => {
        const { title, text } = causeText(t, language, cause)
        const { repair } = cause
        return (
          <Group
            component="li"
            key={`${cause.cause} ${cause.words}`}
            className="well"
            gap="12px 24px"
            mx={12}
            mb={10}
            py={14}
            pl={18}
            pr={14}
            bg="var(--surface-panel)"
          >
            <Box flex="1 1 300px" miw={0}>
              <h3>{title}</h3>
              <Box component="p" className="text-secondary" mt={2}>
                {text}
              </Box>
              {cause.line && (
                <Box
                  component="code"
                  className="text-faint breakable"
                  display="block"
                  mt={8}
                  fz={12}
                  title={t('crash.line')}
                >
                  {cause.line}
                </Box>
              )}
            </Box>
            {repair && (
              <Button
                variant={at === 0 ? 'filled' : 'default'}
                flex={{ base: '1 1 100%', sm: 'none' }}
                loading={isBusy}
                leftSection={<IconTool size={17} stroke={1.9} />}
                onClick={() => (repair.do === 'reinstall' ? setAsked(repair) : onRepair(repair))}
              >
                {repairText(t, cause.cause, repair)}
              </Button>
            )}
          </Group>
        )
      })}
      <ReinstallDialog
        name={gameServer.name}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) onRepair(asked)
          setAsked(null)
        }}
      />
    </ul>
  )
}

function Foot({ gameServer, crash, canSeeConsole, mayStart, isBusy, onStart }: CrashViewProps) {
  const t = useTexts()
  const hasRepair = crash?.causes.some(({ repair }) => repair !== null) ?? false
  if (!canSeeConsole && !mayStart) return null
  return (
    <Group gap={8} pt={4} pr={12} pb={14} pl={{ base: 12, sm: crash?.causes.length ? 12 : 52 }}>
      {mayStart && (
        <Button
          flex={{ base: 1, sm: 'none' }}
          variant={hasRepair ? 'default' : 'filled'}
          disabled={isBusy}
          leftSection={<IconPlayerPlay size={17} stroke={1.9} />}
          onClick={onStart}
        >
          {t('crash.startAgain')}
        </Button>
      )}
      {canSeeConsole && (
        <Button
          flex={{ base: 1, sm: 'none' }}
          variant="default"
          leftSection={<IconTerminal2 size={17} stroke={1.9} />}
          renderRoot={rootProps => (
            <Link
              to="/servers/$serverId/console"
              params={{ serverId: String(gameServer.id) }}
              {...rootProps}
            />
          )}
        >
          {t('crash.openConsole')}
        </Button>
      )}
    </Group>
  )
}

function LastLines({ lines }: { lines: readonly string[] }) {
  const t = useTexts()
  return (
    <details className={`line-above ${styles.lines}`}>
      <summary className="text-note">{t('crash.lastLines', { count: lines.length })}</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  )
}
