// Holds the digits that are being typed; a refused code is emptied, so that the next one can be typed at once.

import { useEffect, useState } from 'react'

export function useTypedCode(isBusy: boolean, isRefused: boolean) {
  const [code, setCode] = useState('')
  useEffect(() => {
    if (!isBusy && isRefused) setCode('')
  }, [isBusy, isRefused])
  return [code, setCode] as const
}
