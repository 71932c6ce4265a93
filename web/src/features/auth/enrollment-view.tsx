// Explains why a second factor is needed now, and shows how much time this sign-in still has for it.

import { Box, Group, Stack } from '@mantine/core'
import { IconHourglassHigh, IconShieldLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Countdown } from '../../ui/time/live-time.tsx'

interface EnrollmentViewProps {
  endsAtMs: number
  /** The second factor is on: what is left is to keep the recovery codes, and that takes no hurry. */
  isOn: boolean
  children: ReactNode
}

export function EnrollmentView({ endsAtMs, isOn, children }: EnrollmentViewProps) {
  const t = useTexts()
  return (
    <Stack gap={18}>
      <Group
        className={isOn ? undefined : 'line-below'}
        gap={14}
        wrap="nowrap"
        align={isOn ? 'center' : 'flex-start'}
        pb={isOn ? 0 : 18}
      >
        <IconShieldLock size={30} stroke={1.5} color="var(--text-quiet)" aria-hidden />
        <div>
          <Box component="h1" fz={17}>
            {isOn ? t('recoveryCodes.title') : t('signIn.enrollTitle')}
          </Box>
          {!isOn && (
            <>
              <Box component="p" className="text-quiet" my={4}>
                {t('signIn.enrollText')}
              </Box>
              <Group component="span" className="text-note" gap={6}>
                <IconHourglassHigh size={15} aria-hidden />
                <span>{t('signIn.timeLeft')}</span>
                <Box component="strong" c="var(--text)">
                  <Countdown untilMs={endsAtMs} />
                </Box>
              </Group>
            </>
          )}
        </div>
      </Group>
      {children}
    </Stack>
  )
}
