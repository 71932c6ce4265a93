// The next steps after the first game server runs; those that are done are ticked.

import { ActionIcon, Box, Stack } from '@mantine/core'
import {
  IconCheck,
  IconChevronRight,
  IconClockPlay,
  IconShieldLock,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import styles from '../overview.module.css'
import { type NextStep, nextSteps } from './next-step-rules.ts'

interface NextStepsViewProps {
  gameServerId: number
  done: Readonly<Record<NextStep, boolean>>
  onDismiss: () => void
}

const icons = { friend: IconUserPlus, secondFactor: IconShieldLock, restart: IconClockPlay }

export function NextStepsView({ gameServerId, done, onDismiss }: NextStepsViewProps) {
  const t = useTexts()
  const links = {
    friend: { to: '/people', search: { new: true } },
    secondFactor: { to: '/profile/two-factor', search: { setup: true } },
    restart: { to: '/servers/$serverId/schedules', params: { serverId: String(gameServerId) } },
  } as const
  return (
    <Panel
      title={t('nextSteps.title')}
      action={
        <ActionIcon size={28} aria-label={t('nextSteps.dismiss')} onClick={onDismiss}>
          <IconX size={16} />
        </ActionIcon>
      }
    >
      <ul className={styles.steps}>
        {nextSteps.map(step => {
          const Icon = icons[step]
          return (
            <li key={step}>
              <Link {...links[step]} className={styles.step}>
                <Box
                  component="span"
                  mt={2}
                  c={done[step] ? 'var(--state-running)' : 'var(--text-quiet)'}
                  aria-hidden
                >
                  {done[step] ? <IconCheck size={18} stroke={2.2} /> : <Icon size={18} stroke={1.7} />}
                </Box>
                <Stack component="span" flex={1} gap={0} miw={0}>
                  <strong>{t(`nextSteps.${step}`)}</strong>
                  <span className="text-hint">
                    {done[step] ? t('nextSteps.done') : t(`nextSteps.${step}Text`)}
                  </span>
                </Stack>
                <IconChevronRight size={16} color="var(--text-faint)" aria-hidden />
              </Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
