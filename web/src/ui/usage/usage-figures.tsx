// Two small figures with a thin bar each: load and memory of one game server.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { valueInWords } from '../charts/logic/metric-units.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import styles from './usage.module.css'
import { type Usage, useUsage } from './usage-store.ts'

type Limits = Pick<GameServer, 'cpu_limit_percent' | 'memory_limit_bytes'>

interface UsageFiguresProps extends Limits {
  usage: Usage | null
  size?: 'large'
}

function Figure({ label, words, share }: { label: string; words: string | null; share: number | null }) {
  return (
    <span className={styles.figure} title={label}>
      <span className="visually-hidden">{label}</span>
      <span className={words ? styles.words : styles.none}>{words ?? '–'}</span>
      <span className={share === null ? undefined : styles.bar} aria-hidden>
        {share !== null && <span style={{ width: `${Math.min(1, share) * 100}%` }} />}
      </span>
    </span>
  )
}

/** Nothing is drawn as 0: what is not measured is a dash, and without a limit memory has no bar. */
export function UsageFigures({ usage, size, ...limits }: UsageFiguresProps) {
  const t = useTexts()
  const language = useLanguage()
  const cpu = usage?.cpuPercent ?? null
  const memory = usage?.memoryBytes ?? null
  const { cpu_limit_percent: cpuLimit, memory_limit_bytes: memoryLimit } = limits
  return (
    <span className={size === 'large' ? `${styles.usage} ${styles.large}` : styles.usage}>
      <Figure
        label={t('usage.cpu')}
        words={cpu === null ? null : valueInWords(cpu, 'percent', language)}
        share={cpu === null ? null : cpu / (cpuLimit ?? 100)}
      />
      <Figure
        label={t('usage.memory')}
        words={memory === null ? null : valueInWords(memory, 'bytes', language)}
        share={memory === null || memoryLimit === null ? null : memory / memoryLimit}
      />
    </span>
  )
}

/** The live figures of a game server; empty while it does not run. */
export function LiveUsage({
  gameServer,
  size,
}: {
  gameServer: Pick<GameServer, 'id' | 'state' | 'node_online'> & Limits
  size?: 'large'
}) {
  const usage = useUsage(gameServer.id)
  const isUp = gameServer.node_online && (gameServer.state === 'running' || gameServer.state === 'paused')
  const { cpu_limit_percent, memory_limit_bytes } = gameServer
  return (
    <UsageFigures
      usage={isUp ? usage : null}
      size={size}
      cpu_limit_percent={cpu_limit_percent}
      memory_limit_bytes={memory_limit_bytes}
    />
  )
}
