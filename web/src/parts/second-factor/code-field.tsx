// Six places for the six digits of an authenticator: one field, so that paste, autofill and screen readers just work.

import { Box } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { codeDigits, digitsOf } from './logic/typed-code.ts'
import styles from './second-factor.module.css'

interface CodeFieldProps {
  label: string
  digits: string
  problem?: string | null
  isBusy?: boolean
  autoFocus?: boolean
  onChange: (digits: string) => void
  /** All six are there, typed or pasted. */
  onComplete: (digits: string) => void
}

const places = Array.from({ length: codeDigits }, (_, place) => place)

export function CodeField({
  label,
  digits,
  problem,
  isBusy,
  autoFocus,
  onChange,
  onComplete,
}: CodeFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // On a touch screen the keyboard would cover what has to be read first.
  const [isFirst] = useState(() => autoFocus === true && !window.matchMedia('(pointer: coarse)').matches)
  useEffect(() => {
    if (isFirst) field.current?.focus({ preventScroll: true })
  }, [isFirst])
  const at = Math.min(digits.length, codeDigits - 1)

  function take(typed: string) {
    const next = digitsOf(typed)
    onChange(next)
    if (next.length === codeDigits && next !== digits) onComplete(next)
  }

  return (
    <div>
      <div className={styles.code} data-busy={isBusy || undefined} data-problem={problem ? true : undefined}>
        <input
          className={styles.codeInput}
          value={digits}
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={field}
          data-autofocus={isFirst || undefined}
          readOnly={isBusy}
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          onChange={event => take(event.currentTarget.value)}
        />
        <div className={styles.cells} aria-hidden>
          {places.map(place => (
            <span key={place} className={styles.cell} data-at={place === at || undefined}>
              {digits[place]}
            </span>
          ))}
        </div>
      </div>
      {problem && (
        <Box component="p" id={id} className="text-problem" mt={8} role="alert">
          {problem}
        </Box>
      )}
    </div>
  )
}
