// The CAPTCHA of the sign-in form, loaded only where the panel asks for one.

import { type RefObject, useState } from 'react'
import type { CaptchaControls } from './captcha-controls.ts'
import { CaptchaView } from './captcha-view.tsx'
import type { CaptchaChoice } from './logic/captcha-script.ts'
import { useCaptcha } from './use-captcha.ts'

interface CaptchaPageProps {
  choice: CaptchaChoice
  controls: RefObject<CaptchaControls | null>
}

/** Another try is a new one: nothing of a failed one stays. */
export function CaptchaPage(props: CaptchaPageProps) {
  const [tries, setTries] = useState(1)
  return <OneTry key={tries} {...props} onRetry={() => setTries(tries + 1)} />
}

function OneTry({ choice, controls, onRetry }: CaptchaPageProps & { onRetry: () => void }) {
  const { place, status } = useCaptcha(choice, controls)
  return <CaptchaView provider={choice.provider} status={status} place={place} onRetry={onRetry} />
}
