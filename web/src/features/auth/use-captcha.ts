// Mounts the CAPTCHA of the sign-in form and keeps its controls at hand.

import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../texts/texts.ts'
import { type CaptchaControls, UnsolvedCaptcha } from './captcha-controls.ts'
import { type MountedCaptcha, mountCaptcha } from './captcha-providers.ts'
import type { CaptchaStatus } from './captcha-view.tsx'
import type { CaptchaChoice } from './logic/captcha-script.ts'

export function useCaptcha(choice: CaptchaChoice, controls: RefObject<CaptchaControls | null>) {
  const { provider, site_key } = choice
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('dark')
  const language = useLanguage()
  const [status, setStatus] = useState<CaptchaStatus>('loading')

  useEffect(() => {
    const element = place.current
    if (!element) return
    let mounted: MountedCaptcha | null = null
    let isGone = false
    setStatus('loading')
    const mounting = mountCaptcha({ provider, site_key }, { element, scheme, language })
    // Whoever is quicker than the widget waits for it; where it cannot be loaded the panel decides.
    controls.current = {
      answer: () => mounting.then(answerOf, () => undefined),
      reset: () => mounted?.reset(),
    }
    mounting.then(
      created => {
        if (isGone) return created.remove()
        mounted = created
        setStatus('ready')
      },
      () => !isGone && setStatus('failed'),
    )
    return () => {
      isGone = true
      controls.current = null
      mounted?.remove()
    }
  }, [provider, site_key, scheme, language, controls])

  return { place, status }
}

async function answerOf(mounted: MountedCaptcha): Promise<string | undefined> {
  const answer = await mounted.answer().catch(() => undefined)
  if (answer === null) throw new UnsolvedCaptcha()
  return answer
}
