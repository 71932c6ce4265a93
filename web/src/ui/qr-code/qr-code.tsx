// A QR code, drawn in the browser: dark on light in every theme, because not every camera reads the reverse.

import { encode } from 'uqr'
import styles from './qr-code.module.css'
import { squaresPath } from './squares-path-rules.ts'

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squaresPath(data)} />
    </svg>
  )
}
