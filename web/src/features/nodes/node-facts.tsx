// What a node has told about itself, in two quiet columns.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { runtimeNames } from '../../parts/run-state/runtime-names.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import detail from '../../ui/controls/detail.module.css'
import { Fact } from '../../ui/controls/fact.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { shortSpan } from '../../ui/time/relative-time.ts'

interface NodeFactsProps {
  node: Node
  uptimeSeconds: number | null
  /** Its live figures stand on the same page, with their totals. */
  hasLiveFigures: boolean
}

const systemNames: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

export function NodeFacts({ node, uptimeSeconds, hasLiveFigures }: NodeFactsProps) {
  const t = useTexts()
  const language = useLanguage()
  const { cpu_cores: cores, memory_bytes: memoryBytes, disk_bytes: diskBytes } = node.limits
  const bytes = (amount: number | undefined) =>
    amount === undefined ? t('node.unknown') : formatValue(amount, 'bytes', language)
  const system = [node.os && (systemNames[node.os] ?? node.os), node.arch].filter(Boolean).join(' ')
  return (
    <Panel title={t('node.facts')}>
      <dl className={detail.facts}>
        <Fact name={t('node.system')}>{system || t('node.unknown')}</Fact>
        <Fact name={t('node.version')}>{node.version ?? t('node.unknown')}</Fact>
        <Fact name={t('node.runtimes')}>{runtimeNames(t, node.runtimes) || t('node.unknown')}</Fact>
        {!hasLiveFigures && (
          <>
            <Fact name={t('node.cpu')}>
              {cores === undefined ? t('node.unknown') : t('node.cores', { count: cores })}
            </Fact>
            <Fact name={t('node.memory')}>{bytes(memoryBytes)}</Fact>
            <Fact name={t('node.disk')}>{bytes(diskBytes)}</Fact>
          </>
        )}
        {uptimeSeconds !== null && (
          <Fact name={t('node.uptime')}>{shortSpan(uptimeSeconds * 1000, language)}</Fact>
        )}
        {node.ips.length > 0 && (
          <Fact name={t('node.addresses')}>
            {node.ips.map(address => (
              <span key={address} className="mono">
                {address}
              </span>
            ))}
          </Fact>
        )}
        {node.work_path && (
          <Fact name={t('node.folder')}>
            <span className="mono">{node.work_path}</span>
          </Fact>
        )}
        <Fact name={t('node.added')}>
          <TimeAgo isValue at={node.created_at} />
        </Fact>
      </dl>
    </Panel>
  )
}
