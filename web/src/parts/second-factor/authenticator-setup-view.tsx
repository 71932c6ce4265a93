// Brings the secret into an authenticator, by picture or by hand, and takes the first code as proof.

import { Button } from '@mantine/core'
import type { SecondFactorSetup } from '@rookery/contracts/http/two-factor.ts'
import { IconCloudOff } from '@tabler/icons-react'
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
    <form className={styles.setup} onSubmit={submit}>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <h3>{t('secondFactor.scan')}</h3>
          <p>{t('secondFactor.scanText')}</p>
          <Secret {...props} />
        </li>
        <li className={styles.step}>
          <h3>{t('secondFactor.type')}</h3>
          <p>{t('secondFactor.typeText')}</p>
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
      </ol>
      {problem && setup && <FormProblem>{problem}</FormProblem>}
      <div className={styles.foot}>
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={code.length < codeDigits}>
          {t('secondFactor.switchOn')}
        </Button>
      </div>
    </form>
  )
}

function Secret({ setup, problem, onRetry }: AuthenticatorSetupProps) {
  const t = useTexts()
  if (!setup && problem) {
    return (
      <div className={styles.noPicture} role="alert">
        <IconCloudOff size={24} stroke={1.5} aria-hidden />
        <p>{problem}</p>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.secret}>
      <div>
        <div className={styles.picture}>
          {setup && <img src={pictureAddress(setup.qr_svg)} alt={t('secondFactor.picture')} />}
        </div>
        {setup && (
          <a className={`link ${styles.openApp}`} href={setup.otpauth_uri}>
            {t('secondFactor.openApp')}
          </a>
        )}
      </div>
      <div className={styles.byHand}>
        <span>{t('secondFactor.byHand')}</span>
        {setup && (
          <div className={styles.key}>
            <code>{inGroups(setup.secret)}</code>
            <CopyButton text={setup.secret} label={t('secondFactor.copyKey')} />
          </div>
        )}
      </div>
    </div>
  )
}
