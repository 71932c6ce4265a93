// The rook as a watchtower: its one window is lit when all is well.

export function RookLogo({ size = 28, isLit = true }: { size?: number; isLit?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path
        d="M7 3.5h4.200v2.700h2.700V3.500h4.200v2.700h2.700V3.500H25v7.100l-3.300 2.900 1.100 9.600H9.200l1.100-9.600L7 10.600z"
        fill="currentColor"
      />
      <path d="M7.600 24.900h16.800l1.100 4.100h-19z" fill="currentColor" />
      <path
        d="M13.900 20.700v-4.100a2.100 2.100 0 0 1 4.200 0v4.100z"
        fill={isLit ? 'var(--amber)' : 'var(--surface-rail)'}
      />
    </svg>
  )
}
