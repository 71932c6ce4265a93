// Brings the secret into an authenticator, by picture or by hand, and takes the first code as proof.

import { Box, Button, Flex, Group, Stack } from '@mantine/core'
import type { SecondFactorSetup } from '@rookery/contracts/http/two-factor.ts'
import { IconCloudOff, IconExternalLink } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { CodeField } from './code-field.tsx'
import { codeDigits, inGroups, pictureAddress } from './logic/typed-code.ts'
import styles from './second-factor.module.css'
import { useTypedCode } from './use-typed-code.ts'

export interface AuthenticatorSetupProps {
  /** Null while the panel makes the secret. */
  setup: SecondFactorSetup | null
  isBusy: boolean
  /** At the code. */
  codeProblem: string | null
  /** Everything else. */
  problem: string | null
  onSubmit: (code: string) => void
  onRetry: () => void
  onCancel: () => void
}

export function AuthenticatorSetupView(props: AuthenticatorSetupProps) {
  const { setup, isBusy, codeProblem, problem, onSubmit, onCancel } = props
  const t = useTexts()
  const [code, setCode] = useTypedCode(isBusy, codeProblem !== null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length === codeDigits) onSubmit(code)
  }

  return (
    <Stack component="form" gap={20} onSubmit={submit}>
      <Stack component="ol" className={styles.steps} gap={24}>
        <li className={styles.step}>
          <h3>{t('secondFactor.scan')}</h3>
          <Box component="p" className="text-secondary" m="2px 0 12px">
            {t('secondFactor.scanText')}
          </Box>
          <Secret {...props} />
        </li>
        <li className={styles.step}>
          <h3>{t('secondFactor.type')}</h3>
          <Box component="p" className="text-secondary" m="2px 0 12px">
            {t('secondFactor.typeText')}
          </Box>
          <CodeField
            label={t('secondFactor.code')}
            digits={code}
            isBusy={isBusy || !setup}
            problem={codeProblem}
            autoFocus
            onChange={setCode}
            onComplete={onSubmit}
          />
        </li>
      </Stack>
      {problem && setup && <FormProblem>{problem}</FormProblem>}
      <Group gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={code.length < codeDigits}>
          {t('secondFactor.switchOn')}
        </Button>
      </Group>
    </Stack>
  )
}

function Secret({ setup, problem, onRetry }: AuthenticatorSetupProps) {
  const t = useTexts()
  if (!setup && problem) {
    return (
      <Stack className={`text-secondary ${styles.noPicture}`} gap={8} align="flex-start" role="alert">
        <IconCloudOff size={24} stroke={1.5} aria-hidden />
        <p>{problem}</p>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      </Stack>
    )
  }
  return (
    <Flex
      direction={{ base: 'column', xs: 'row' }}
      align={{ base: 'flex-start', xs: 'center' }}
      gap={{ base: 14, xs: 20 }}
    >
      <div>
        <div className={styles.picture}>
          {setup && <img src={pictureAddress(setup.qr_svg)} alt={t('secondFactor.picture')} />}
        </div>
        {setup && (
          <Button
            component="a"
            variant="default"
            className={styles.openApp}
            leftSection={<IconExternalLink size={16} stroke={1.7} />}
            href={setup.otpauth_uri}
          >
            {t('secondFactor.openApp')}
          </Button>
        )}
      </div>
      <Stack className="text-hint" gap={6} miw={0}>
        <span>{t('secondFactor.byHand')}</span>
        {setup && (
          <Group className={styles.key} gap={4} align="flex-start" wrap="nowrap">
            <code>{inGroups(setup.secret)}</code>
            <CopyButton text={setup.secret} label={t('secondFactor.copyKey')} />
          </Group>
        )}
      </Stack>
    </Flex>
  )
}
