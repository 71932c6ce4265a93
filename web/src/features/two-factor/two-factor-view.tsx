// The second factor of the account: whether it is on, until when it must be, and what can be done.

import { Button, Stack } from '@mantine/core'
import { IconCalendarDue, IconShieldCheckFilled, IconShieldOff } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { Section, SettingRow } from '../../ui/controls/section.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import type { StatusStyle } from '../../ui/tone/tone.ts'

interface TwoFactorViewProps {
  isOn: boolean
  /** Recovery codes that can still be used. */
  codesLeft: number | null
  /** Why it must be set up, for those who must. */
  deadline: string | null
  onSetUp: () => void
  onNewCodes: () => void
  onSwitchOff: () => void
}

const onStatus: StatusStyle = { tone: 'running', Icon: IconShieldCheckFilled }
const offStatus: StatusStyle = { tone: 'resting', Icon: IconShieldOff }
const dueStatus: StatusStyle = { tone: 'warning', Icon: IconCalendarDue }

export function TwoFactorView({
  isOn,
  codesLeft,
  deadline,
  onSetUp,
  onNewCodes,
  onSwitchOff,
}: TwoFactorViewProps) {
  const t = useTexts()
  const state = (
    <>
      {t('twoFactor.app')}{' '}
      <Pill status={isOn ? onStatus : offStatus} label={isOn ? t('twoFactor.on') : t('twoFactor.off')} />
    </>
  )
  return (
    <Stack gap={20} maw={968}>
      {!isOn && deadline && (
        <Notice status={dueStatus} title={t('twoFactor.required')}>
          {deadline}
        </Notice>
      )}
      <Section title={t('pages.twoFactor')} text={t('twoFactor.about')}>
        {isOn ? (
          <>
            <SettingRow
              title={state}
              text={t('twoFactor.onText')}
              action={
                <Button variant="default" color="danger" onClick={onSwitchOff}>
                  {t('twoFactor.switchOff')}
                </Button>
              }
            />
            <SettingRow
              title={t('twoFactor.codes')}
              text={
                codesLeft === null
                  ? t('twoFactor.codesText')
                  : `${t('twoFactor.codesText')} ${t('twoFactor.codesLeft', { count: codesLeft })}`
              }
              action={
                <Button variant="default" onClick={onNewCodes}>
                  {t('twoFactor.newCodes')}
                </Button>
              }
            />
          </>
        ) : (
          <SettingRow
            title={state}
            text={t('twoFactor.offText')}
            action={<Button onClick={onSetUp}>{t('twoFactor.setUp')}</Button>}
          />
        )}
      </Section>
    </Stack>
  )
}
